import type { CommandContext } from "@litfass/platform/command/command";
import { hashSecret, newSecret } from "@litfass/platform/security/sealing";
import { SignJWT } from "jose";
import { listProviders } from "../accounts/account-sql.ts";
import type { IdentityService } from "../service.ts";
import type { AccountProviderRow, AccountRow, RefreshTokenRow } from "../tables.ts";
import { findGrantByHash, insertGrant } from "./token-sql.ts";

const idTokenSeconds = 3600;
const refreshTokenMs = 60 * 24 * 60 * 60 * 1000;

/** The sign-in method: `password`, `google.com`, `anonymous`, `custom`; and claims of a custom token. */
export type SignIn = {
  provider: string;
  claims?: Record<string, unknown>;
  authAt?: Date;
  /** When this sign-in passed the second factor. */
  secondFactorAt?: Date | null;
};

export type TokenAnswer = { idToken: string; refreshToken: string; expiresIn: string };

/** A sign-in as stored, with the refresh token that only its owner gets. */
export type IssuedGrant = { account: AccountRow; grant: RefreshTokenRow; refreshToken: string };

/** Stores a sign-in of an account with only the hash of its refresh token. `signTokens` creates the response. */
export async function grantSignIn(
  { tx, clock, random }: Pick<CommandContext, "tx" | "clock" | "random">,
  account: AccountRow,
  signIn: SignIn,
): Promise<IssuedGrant> {
  const now = clock.now();
  const refreshToken = newSecret(random);
  const grant: RefreshTokenRow = {
    tokenHash: hashSecret(refreshToken),
    localId: account.localId,
    signInProvider: signIn.provider,
    claims: signIn.claims ?? {},
    generation: account.generation,
    authAt: signIn.authAt ?? now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + refreshTokenMs),
    signInId: newSecret(random),
    secondFactorAt: signIn.secondFactorAt ?? null,
  };
  await insertGrant(tx, grant);
  return { account, grant, refreshToken };
}

/** The tokens of a sign-in. Call it after the commit: signing may create a key, which needs its own connection. */
export async function signTokens(
  service: IdentityService,
  { account, grant, refreshToken }: IssuedGrant,
): Promise<TokenAnswer> {
  const providers = await listProviders(service.platform.db, account.localId);
  return {
    idToken: await signIdToken(service, account, providers, grant),
    refreshToken,
    expiresIn: String(idTokenSeconds),
  };
}

/** A signed ID token, valid for one hour, from the grant of a refresh token. */
export async function signIdToken(
  service: IdentityService,
  account: AccountRow,
  providers: AccountProviderRow[],
  grant: RefreshTokenRow,
): Promise<string> {
  const { kid, privateKey } = await service.keys.current();
  const issuedAt = Math.floor(service.platform.clock.now().getTime() / 1000);
  const identities = Object.fromEntries([
    ...(account.email ? [["email", [account.email]]] : []),
    ...providers.map((provider) => [provider.providerId, [provider.rawId]]),
  ]);
  return new SignJWT({
    ...grant.claims,
    ...(account.displayName ? { name: account.displayName } : {}),
    ...(account.photoUrl ? { picture: account.photoUrl } : {}),
    ...(account.email ? { email: account.email, email_verified: account.emailVerified } : {}),
    ...(grant.signInProvider === "anonymous" ? { provider_id: "anonymous" } : {}),
    auth_time: Math.floor(grant.authAt.getTime() / 1000),
    user_id: account.localId,
    firebase: {
      identities,
      sign_in_provider: grant.signInProvider,
      generation: grant.generation,
      sign_in_id: grant.signInId,
    },
  })
    .setProtectedHeader({ alg: "RS256", kid, typ: "JWT" })
    .setIssuer(service.issuer)
    .setAudience(service.projectId)
    .setSubject(account.localId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + idTokenSeconds)
    .sign(privateKey);
}

/** The grant of a refresh token, or null if it is unknown or expired. */
export async function findGrant({ platform }: IdentityService, refreshToken: string): Promise<RefreshTokenRow | null> {
  const grant = await findGrantByHash(platform.db, hashSecret(refreshToken));
  return grant && grant.expiresAt > platform.clock.now() ? grant : null;
}
