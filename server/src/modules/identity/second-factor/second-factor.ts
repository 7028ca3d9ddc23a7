import { isStaff } from "@litfass/contract/kernel/roles";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { UserRow } from "../../users/index.ts";
import { countRecoveryCodes, findSecondFactor, hasSecondFactor } from "./second-factor-sql.ts";

/** Staff of an installation with real customers must use a second factor. */
export const needsSecondFactor = (platform: Pick<Platform, "config">, user: Pick<UserRow, "role">): boolean =>
  platform.config.production && isStaff(user.role);

/** Whether a user has a second factor, or must set one up. */
export async function secondFactorOf(
  platform: Pick<Platform, "config">,
  db: Executor,
  user: Pick<UserRow, "uid" | "role">,
): Promise<"off" | "on" | "required"> {
  return secondFactorState(platform, user, await hasSecondFactor(db, user.uid));
}

/** The same, where it is known whether the user has one. */
export function secondFactorState(
  platform: Pick<Platform, "config">,
  user: Pick<UserRow, "role">,
  hasOne: boolean,
): "off" | "on" | "required" {
  if (hasOne) return "on";
  return needsSecondFactor(platform, user) ? "required" : "off";
}

/** The user's second factor on the account page. */
export async function showSecondFactor(platform: Pick<Platform, "db" | "config">, user: UserRow) {
  const factor = await findSecondFactor(platform.db, user.uid);
  return {
    enabled_at: factor?.confirmedAt?.toISOString() ?? null,
    is_required: needsSecondFactor(platform, user),
    recovery_codes_left: await countRecoveryCodes(platform.db, user.uid),
  };
}
