import { hasAcceptedTerms, isEmailVerified, isFilledAccount } from "@litfass/contract/users/account-flags";
import type { User } from "@litfass/contract/users/users";

type Account = Pick<User, "user_role" | "user_status" | "country_code" | "is_terms_accepted"> &
  Partial<Pick<User, "second_factor">>;

/** The account is complete and its terms accepted, or its role skips both checks; and no second factor is pending. */
export const isReady = (user: Account): boolean =>
  isFilledAccount(user) && hasAcceptedTerms(user) && user.second_factor !== "required";

/** The user has an e-mail address that is not confirmed yet (NAV-008). */
export const isUnverified = (user: Pick<User, "email" | "email_verified_at">): boolean =>
  Boolean(user.email) && !isEmailVerified(user);
