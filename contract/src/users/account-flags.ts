import { type Role, skipsAccountChecks, userStatus } from "../kernel/roles.ts";

/** What the flags are derived from: the signed-in user, on either side of the wire. */
export type AccountFacts = {
  user_role: Role;
  user_status: number | null;
  country_code: string | null;
  email_verified_at: string | null;
  is_terms_accepted: boolean;
};

/** Somebody is signed in where the session has a user (FIELD-FLAG-003). */
export const isLoggedIn = <Someone>(user: Someone | null): user is Someone => user !== null;

/** Status 3 (STATE-001, FIELD-FLAG-004). */
export const isDisabled = (user: Pick<AccountFacts, "user_status">): boolean =>
  user.user_status === userStatus.disabled;

/** An address counts as verified from the moment in `email_verified_at` (FIELD-FLAG-002). */
export const isEmailVerified = (user: Pick<AccountFacts, "email_verified_at">): boolean =>
  user.email_verified_at !== null;

/** Both country and status are there (NAV-012); admins and account managers always count as filled (FIELD-FLAG-001). */
export const isFilledAccount = (user: Pick<AccountFacts, "user_role" | "user_status" | "country_code">): boolean =>
  skipsAccountChecks(user.user_role) || (user.country_code !== null && user.user_status !== null);

/** Whether the terms are no obstacle: accepted, or a role that need not accept them (ROLE-008, ROLE-009). */
export const hasAcceptedTerms = (user: Pick<AccountFacts, "user_role" | "is_terms_accepted">): boolean =>
  skipsAccountChecks(user.user_role) || user.is_terms_accepted;

/** What keeps an account from normal calls, the most pressing first; null when nothing does. */
export type AccountObstacle = "disabled" | "unverified" | "unfilled" | "terms";

export function accountObstacle(user: AccountFacts): AccountObstacle | null {
  if (isDisabled(user)) return "disabled";
  if (!isEmailVerified(user)) return "unverified";
  if (!isFilledAccount(user)) return "unfilled";
  return hasAcceptedTerms(user) ? null : "terms";
}

/** Account managers that are not disabled have a company logo in the shell (SHELL-016). */
export const hasCompanyLogo = (user: Pick<AccountFacts, "user_role" | "user_status">): boolean =>
  user.user_role === "sales" && !isDisabled(user);
