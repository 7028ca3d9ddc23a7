import type { AuditAction } from "@litfass/contract/kernel/audit";
import { userStatus } from "@litfass/contract/kernel/roles";
import { type AuditRecord, changesBetween } from "@litfass/platform/audit/audit";
import type { UserRow } from "../tables.ts";

/** The fields of a profile as the wire names them. */
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
  is_terms_accepted: user.termsAcceptedAt !== null,
  isAllowPromotionAds: user.allowsPromotion,
});

/** What a change of status is called; the step from an empty profile to an active account belongs to the profile. */
function statusAction(before: UserRow["status"], after: UserRow["status"]): AuditAction | null {
  if (before === after) return null;
  if (after === userStatus.archived) return "user_archived";
  if (before === userStatus.archived) return "user_restored";
  if (after === userStatus.disabled) return "user_disabled";
  return before === userStatus.disabled ? "user_enabled" : null;
}

/** What to record of a changed user: an entry each for profile, role, address, status and logo, as far as they differ. */
export function auditOfUserChange(before: UserRow, after: UserRow, by: { actorUid: string; at: Date }): AuditRecord[] {
  const status = statusAction(before.status, after.status);
  const facts: [AuditAction | null, AuditRecord["changes"]][] = [
    ["profile_changed", changesBetween(profileOf(before), profileOf(after))],
    ["role_changed", changesBetween({ user_role: before.role }, { user_role: after.role })],
    ["email_changed", changesBetween({ email: before.email }, { email: after.email })],
    [status, changesBetween({ user_status: before.status }, { user_status: after.status })],
    ["logo_changed", changesBetween(logoOf(before), logoOf(after))],
  ];
  return facts.flatMap(([action, changes]) =>
    action && changes && changes.length > 0 ? [{ ...by, subjectUid: after.uid, action, changes }] : [],
  );
}

const logoOf = (user: UserRow) => ({ company_logo: user.companyLogoKey?.split("/").at(-1) ?? null });
