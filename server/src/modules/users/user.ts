import { userStatus } from "@litfass/contract/kernel/roles";
import type { Profile } from "@litfass/contract/users/users";
import type { UserRow, users } from "./tables.ts";

/** Status after the profile was completed: active, unless staff has disabled or archived the user (STATE-003). */
export const statusAfterProfile = (status: number | null): number =>
  status === null || status === userStatus.invited ? userStatus.active : status;

/** Status after an invited person's first sign-in: the profile is still to be completed. */
export const statusAfterSignIn = (status: number | null): number | null =>
  status === userStatus.invited ? null : status;

/** Neither signs in: the answer to login is 403. */
export const mayNotSignIn = (user: Pick<UserRow, "status">): boolean =>
  user.status === userStatus.disabled || user.status === userStatus.archived;

/** The columns that a saved profile sets. Terms once accepted keep their moment. */
export function columnsOfProfile(profile: Profile, user: UserRow, now: Date): Partial<typeof users.$inferInsert> {
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
    termsAcceptedAt: user.termsAcceptedAt ?? now,
    allowsPromotion: profile.isAllowPromotionAds,
    status: statusAfterProfile(user.status),
  };
}
