import { skipsAccountChecks, userStatus } from "@litfass/contract/roles";
import type { User } from "@litfass/contract/users";

type Account = Pick<User, "user_role" | "user_status" | "country_code" | "email" | "email_verified_at" | "is_terms_accepted">;

/** Status 3: disabled (STATE-001, STATE-002). */
export const isDisabled = (user: Pick<Account, "user_status">): boolean => user.user_status === userStatus.disabled;

/** An account is filled when both the country code and the status are there (NAV-012). */
export const isFilledAccount = (user: Pick<Account, "country_code" | "user_status">): boolean =>
  Boolean(user.country_code) && user.user_status !== null;

/** Filled and terms accepted, or a role that skips both checks (ROLE-008, ROLE-009). */
export const isReady = (user: Account): boolean =>
  skipsAccountChecks(user.user_role) || (isFilledAccount(user) && user.is_terms_accepted);

/** An account with an e-mail that was not verified yet (NAV-008). */
export const isUnverified = (user: Pick<Account, "email" | "email_verified_at">): boolean =>
  Boolean(user.email) && user.email_verified_at === null;
