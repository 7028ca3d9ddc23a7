import { type Role, skipsAccountChecks, userStatus } from "../kernel/roles.ts";

/** The facts from which flags are derived, on the server and in the web app. */
export type AccountFacts = {
  user_role: Role;
  user_status: number | null;
  country_code: string | null;
  email_verified_at: string | null;
  is_terms_accepted: boolean;
};

/** A session with a user is signed in (FIELD-FLAG-003). */
export const isLoggedIn = <Someone>(user: Someone | null): user is Someone => user !== null;

/** Status 3 (STATE-001, FIELD-FLAG-004). */
export const isDisabled = (user: Pick<AccountFacts, "user_status">): boolean =>
  user.user_status === userStatus.disabled;

/** An address counts as verified from the moment in `email_verified_at` (FIELD-FLAG-002). */
export const isEmailVerified = (user: Pick<AccountFacts, "email_verified_at">): boolean =>
  user.email_verified_at !== null;

/** Country and status are set (NAV-012); admins and account managers always count as filled (FIELD-FLAG-001). */
export const isFilledAccount = (user: Pick<AccountFacts, "user_role" | "user_status" | "country_code">): boolean =>
  skipsAccountChecks(user.user_role) || (user.country_code !== null && user.user_status !== null);

/** Whether the terms are accepted, or the role need not accept them (ROLE-008, ROLE-009). */
export const hasAcceptedTerms = (user: Pick<AccountFacts, "user_role" | "is_terms_accepted">): boolean =>
  skipsAccountChecks(user.user_role) || user.is_terms_accepted;

/** Why an account may not make regular calls. */
export type AccountRestriction = "disabled" | "unverified" | "unfilled" | "terms";

/** The most severe restriction; null if the account is unrestricted. */
export function restrictionOf(user: AccountFacts): AccountRestriction | null {
  if (isDisabled(user)) return "disabled";
  if (!isEmailVerified(user)) return "unverified";
  if (!isFilledAccount(user)) return "unfilled";
  return hasAcceptedTerms(user) ? null : "terms";
}

/** Account managers have a company logo in the shell unless they are disabled (SHELL-016). */
export const hasCompanyLogo = (user: Pick<AccountFacts, "user_role" | "user_status">): boolean =>
  user.user_role === "sales" && !isDisabled(user);
