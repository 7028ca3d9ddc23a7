import { hasAcceptedTerms, isEmailVerified, isFilledAccount } from "@litfass/contract/account-flags";
import type { User } from "@litfass/contract/users";

type Account = Pick<User, "user_role" | "user_status" | "country_code" | "is_terms_accepted">;

/** The account is filled and its terms accepted, or its role skips both checks. */
export const isReady = (user: Account): boolean => isFilledAccount(user) && hasAcceptedTerms(user);

/** There is an e-mail, but nobody has confirmed it yet (NAV-008). */
export const isUnverified = (user: Pick<User, "email" | "email_verified_at">): boolean =>
  Boolean(user.email) && !isEmailVerified(user);
