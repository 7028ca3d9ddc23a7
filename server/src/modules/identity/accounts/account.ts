import type { AccountProviderRow, AccountRow } from "../tables.ts";

/** The sign-in methods in the protocol's order: `password` first, then the social providers. */
export function providerUserInfo(account: AccountRow, providers: AccountProviderRow[]): Record<string, unknown>[] {
  const password =
    account.email && (account.passwordHash || account.emailLinkSignIn)
      ? [
          {
            providerId: "password",
            email: account.email,
            federatedId: account.email,
            rawId: account.email,
            ...profileOf(account),
          },
        ]
      : [];
  return [
    ...password,
    ...providers.map((provider) => ({
      providerId: provider.providerId,
      rawId: provider.rawId,
      federatedId: provider.rawId,
      ...profileOf(provider),
      ...(provider.email ? { email: provider.email } : {}),
    })),
  ];
}

const profileOf = (row: { displayName: string | null; photoUrl: string | null }): Record<string, string> => ({
  ...(row.displayName ? { displayName: row.displayName } : {}),
  ...(row.photoUrl ? { photoUrl: row.photoUrl } : {}),
});

/** One user of an `accounts:lookup` response. Password hashes are never included. */
export function presentAccount(account: AccountRow, providers: AccountProviderRow[]): Record<string, unknown> {
  const info = providerUserInfo(account, providers);
  return {
    localId: account.localId,
    ...(account.email ? { email: account.email, emailVerified: account.emailVerified } : {}),
    ...profileOf(account),
    ...(account.emailLinkSignIn ? { emailLinkSignin: true } : {}),
    ...(account.passwordUpdatedAt ? { passwordUpdatedAt: account.passwordUpdatedAt.getTime() } : {}),
    validSince: String(Math.floor(account.validSince.getTime() / 1000)),
    createdAt: String(account.createdAt.getTime()),
    ...(account.lastLoginAt ? { lastLoginAt: String(account.lastLoginAt.getTime()) } : {}),
    ...(account.lastRefreshAt ? { lastRefreshAt: account.lastRefreshAt.toISOString() } : {}),
    ...(info.length > 0 ? { providerUserInfo: info } : {}),
  };
}

/** The answer of `accounts:update`. */
export const presentUpdatedAccount = (
  account: AccountRow,
  providers: AccountProviderRow[],
): Record<string, unknown> => ({
  kind: "identitytoolkit#SetAccountInfoResponse",
  localId: account.localId,
  emailVerified: account.emailVerified,
  providerUserInfo: providerUserInfo(account, providers),
  ...(account.email ? { email: account.email } : {}),
  ...profileOf(account),
});

/**
 * The sign-in methods of this account, named like those of the platform's users: `password`, `google`, `microsoft`,
 * `facebook`.
 */
export function signInProvidersOf(account: AccountRow, providers: AccountProviderRow[]): string[] {
  const social = providers.map((provider) => provider.providerId.replace(/\.com$/, ""));
  return account.passwordHash || account.emailLinkSignIn ? ["password", ...social] : social;
}
