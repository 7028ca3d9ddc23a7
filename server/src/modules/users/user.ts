import { userStatus } from "@litfass/contract/kernel/roles";
import type { UserRow } from "./tables.ts";

/** Status after completing the profile: active, unless staff has disabled or archived the user (STATE-003). */
export const statusAfterProfile = (status: number | null): number =>
  status === null || status === userStatus.invited ? userStatus.active : status;

/** Status after an invited person's first sign-in: the profile must still be completed. */
export const statusAfterSignIn = (status: number | null): number | null =>
  status === userStatus.invited ? null : status;

/** Disabled and archived users may not sign in: login returns 403. */
export const mayNotSignIn = (user: Pick<UserRow, "status">): boolean =>
  user.status === userStatus.disabled || user.status === userStatus.archived;
