import type { CallParsed } from "@litfass/contract/kernel/endpoint";
import type { userAccountEndpoints } from "@litfass/contract/users/user-accounts";
import type { Profile } from "@litfass/contract/users/users";
import type { UserRow, users } from "../tables.ts";
import { statusAfterProfile } from "../user.ts";

type Columns = Partial<typeof users.$inferInsert>;

/** The profile fields that can be changed individually. */
export type ProfileChanges = Omit<
  CallParsed<typeof userAccountEndpoints.changeUser>["body"],
  "email" | "archived" | "user_role" | "user_status"
>;

/** The columns of a complete profile, and since when the terms are accepted. */
export function columnsOfProfile(profile: Profile, user: UserRow, termsAcceptedAt: Date | null): Columns {
  const fullName = `${profile.first_name} ${profile.last_name}`;
  return {
    firstName: profile.first_name,
    lastName: profile.last_name,
    fullName,
    displayName: user.displayName === "" || user.displayName === user.fullName ? fullName : user.displayName,
    companyName: profile.company_name,
    userType: profile.user_type,
    countryCode: profile.country_code,
    postalCode: profile.postal_code,
    city: profile.city,
    street: profile.street,
    houseNumber: profile.house_number,
    vatNumber: profile.vat_number || null,
    lineOfBusiness: profile.line_of_business ?? user.lineOfBusiness,
    termsAcceptedAt,
    allowsPromotion: profile.isAllowPromotionAds,
    status: statusAfterProfile(user.status),
  };
}

/** The columns of the fields that are present. */
export function columnsOfChanges(profile: ProfileChanges, user: UserRow): Columns {
  const firstName = profile.first_name ?? user.firstName;
  const lastName = profile.last_name ?? user.lastName;
  const isNamed = profile.first_name !== undefined || profile.last_name !== undefined;
  const columns = {
    firstName: profile.first_name,
    lastName: profile.last_name,
    fullName: isNamed ? `${firstName ?? ""} ${lastName ?? ""}`.trim() : undefined,
    companyName: profile.company_name,
    userType: profile.user_type,
    countryCode: profile.country_code,
    postalCode: profile.postal_code,
    city: profile.city,
    street: profile.street,
    houseNumber: profile.house_number,
    vatNumber: profile.vat_number,
    lineOfBusiness: profile.line_of_business ?? undefined,
    allowsPromotion: profile.isAllowPromotionAds,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
