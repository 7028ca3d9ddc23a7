import type { AuditAction } from "@litfass/contract/kernel/audit";
import { userStatus } from "@litfass/contract/kernel/roles";
import { changesBetween } from "@litfass/platform/audit/audit";
import type { AuditEntryInput, AuditTrail } from "@litfass/platform/command/audit-trail";
import type { AssignedPair } from "../assignment-sql.ts";
import type { UserRow } from "../tables.ts";

/** The API names of profile fields. */
const profileOf = (user: UserRow) => ({
  first_name: user.firstName,
  last_name: user.lastName,
  company_name: user.companyName,
  user_type: user.userType,
  country_code: user.countryCode,
  postal_code: user.postalCode,
  city: user.city,
  street: user.street,
  house_number: user.houseNumber,
  vat_number: user.vatNumber,
  line_of_business: user.lineOfBusiness,
  is_terms_accepted: user.termsAcceptedAt !== null,
  isAllowPromotionAds: user.allowsPromotion,
  lang: user.lang,
});

/**
 * The action of a changed status; the step from an empty profile to an active account is part of the profile change.
 */
function statusAction(before: UserRow["status"], after: UserRow["status"]): AuditAction | null {
  if (before === after) return null;
  if (after === userStatus.archived) return "user_archived";
  if (before === userStatus.archived) return "user_restored";
  if (after === userStatus.disabled) return "user_disabled";
  return before === userStatus.disabled ? "user_enabled" : null;
}

const logoOf = (user: UserRow) => ({ company_logo: user.companyLogoKey?.split("/").at(-1) ?? null });
const isVerified = (user: UserRow) => ({ email_verified: user.emailVerifiedAt !== null });
const signInMethodsOf = (user: UserRow) => ({ sign_in_methods: user.signInProviders.join(", ") || null });

/**
 * Audits a changed user: an entry each for profile, role, address, verification, sign-in methods, status and logo, as
 * far as they differ. Changed times alone are not recorded.
 */
export async function recordUserChange(audit: AuditTrail, before: UserRow, after: UserRow): Promise<void> {
  const isNewAddress = before.email !== after.email;
  const facts: [AuditAction | null, ReturnType<typeof changesBetween>][] = [
    ["profile_changed", changesBetween(profileOf(before), profileOf(after))],
    ["role_changed", changesBetween({ user_role: before.role }, { user_role: after.role })],
    ["email_changed", changesBetween({ email: before.email }, { email: after.email })],
    [isNewAddress ? null : "email_verified", changesBetween(isVerified(before), isVerified(after))],
    ["sign_in_methods_changed", changesBetween(signInMethodsOf(before), signInMethodsOf(after))],
    [
      statusAction(before.status, after.status),
      changesBetween({ user_status: before.status }, { user_status: after.status }),
    ],
    ["logo_changed", changesBetween(logoOf(before), logoOf(after))],
  ];
  const entries = facts.flatMap(([action, changes]) =>
    action && changes.length > 0 ? [{ subjectUid: after.uid, action, changes }] : [],
  );
  if (entries.length === 0) audit.unchanged("the user is as before");
  await audit.record(...entries);
}

/** An entry per pair: listed with the customer and with the account manager. */
export const auditOfAssignments = (
  action: "customer_assigned" | "customer_unassigned",
  pairs: AssignedPair[],
): AuditEntryInput[] =>
  pairs.map(({ salesUid, customerUid }) => ({ action, subjectUid: customerUid, relatedUid: salesUid }));
