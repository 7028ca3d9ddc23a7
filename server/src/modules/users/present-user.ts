import { knownCountry } from "@litfass/contract/kernel/country/countries";
import { type AccountFacts, type AccountRestriction, restrictionOf } from "@litfass/contract/users/account-flags";
import type { Budget, Subscription, User } from "@litfass/contract/users/users";
import { signInProviders } from "@litfass/contract/users/users";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { currencyOf } from "./currency.ts";
import type { UserRow } from "./tables.ts";

/** Account data from other modules for `users/me`. */
export type AccountReaders = {
  /** Null as a balance for staff without money. */
  moneyOf(db: Executor, user: UserRow): Promise<{ balance: Budget | null; subscription: Subscription }>;
  secondFactorOf(db: Executor, user: UserRow): Promise<User["second_factor"]>;
};

/** The user in the format of the API, with the sums of the account. A second factor that is known is not read again. */
export async function presentUser(
  db: Executor,
  user: UserRow,
  readers: AccountReaders,
  knownSecondFactor?: User["second_factor"],
): Promise<User> {
  const [{ balance, subscription }, secondFactor] = await Promise.all([
    readers.moneyOf(db, user),
    knownSecondFactor ?? readers.secondFactorOf(db, user),
  ]);
  return {
    uid: user.uid,
    full_name: user.fullName,
    displayName: user.displayName,
    first_name: user.firstName,
    last_name: user.lastName,
    company_name: user.companyName,
    company_logo: user.companyLogoKey === null ? null : logoPath(user),
    photo_url: user.photoUrl,
    user_type: user.userType,
    user_role: user.role,
    user_status: user.status,
    country_code: knownCountry(user.countryCode),
    postal_code: user.postalCode,
    city: user.city,
    street: user.street,
    house_number: user.houseNumber,
    vat_number: user.vatNumber,
    line_of_business: user.lineOfBusiness,
    email: user.email,
    email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
    is_terms_accepted: user.termsAcceptedAt !== null,
    isAllowPromotionAds: user.allowsPromotion,
    lang: user.lang,
    currency: currencyOf(user),
    providerData: signInProviders
      .filter((providerId) => user.signInProviders.includes(providerId))
      .map((providerId) => ({ providerId })),
    second_factor: secondFactor,
    subscription,
    balance,
  };
}

/** The path of the company logo; the key's suffix changes with each upload, which bypasses caches. */
const logoPath = (user: UserRow): string =>
  `/api/v1/managers/logo/${user.uid}?v=${user.companyLogoKey?.split("/").at(-1) ?? ""}`;

/** The facts from which the account's flags are derived. */
const accountFactsOf = (user: UserRow): AccountFacts => ({
  user_role: user.role,
  user_status: user.status,
  country_code: knownCountry(user.countryCode),
  email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
  is_terms_accepted: user.termsAcceptedAt !== null,
});

/** Why this user may not make regular calls, or null. */
export const accountRestriction = (user: UserRow): AccountRestriction | null => restrictionOf(accountFactsOf(user));
