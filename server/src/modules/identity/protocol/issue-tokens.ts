import type { Executor } from "@litfass/platform/postgres/postgres";
import { hashSecret, newSecret } from "@litfass/platform/security/sealing";
import { and, eq } from "drizzle-orm";
import { SignJWT } from "jose";
import { listProviders } from "../accounts/account-sql.ts";
import type { IdentityService } from "../service.ts";
import { type AccountProviderRow, type AccountRow, type RefreshTokenRow, refreshTokens } from "../tables.ts";

const idTokenSeconds = 3600;
const refreshTokenMs = 60 * 24 * 60 * 60 * 1000;

/** How the person signed in: `password`, `google.com`, `anonymous`, `custom`; and claims of a custom token. */
export type SignIn = {
  provider: string;
  claims?: Record<string, unknown>;
  authAt?: Date;
  /** When this sign-in passed the second factor. */
  secondFactorAt?: Date | null;
};

export type TokenAnswer = { idToken: string; refreshToken: string; expiresIn: string };

/** Gives out an ID token and a refresh token for an account. */
export async function issueTokens(
  service: IdentityService,
  db: Executor,
  account: AccountRow,
  signIn: SignIn,
): Promise<TokenAnswer> {
  const now = service.platform.clock.now();
  const refreshToken = newSecret(service.platform.random);
  const grant: RefreshTokenRow = {
    tokenHash: hashSecret(refreshToken),
    localId: account.localId,
    signInProvider: signIn.provider,
    claims: signIn.claims ?? {},
    generation: account.generation,
    authAt: signIn.authAt ?? now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + refreshTokenMs),
    signInId: newSecret(service.platform.random),
    secondFactorAt: signIn.secondFactorAt ?? null,
  };
  await db.insert(refreshTokens).values(grant);
  const providers = await listProviders(db, account.localId);
  return {
    idToken: await signIdToken(service, account, providers, grant),
    refreshToken,
    expiresIn: String(idTokenSeconds),
  };
}

/** A signed ID token of one hour for what a refresh token grants. */
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

/** What a refresh token grants, or null where it is unknown or over. */
export async function findGrant(service: IdentityService, refreshToken: string): Promise<RefreshTokenRow | null> {
  const [grant] = await service.platform.db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, hashSecret(refreshToken)));
  return grant && grant.expiresAt > service.platform.clock.now() ? grant : null;
}

/** The sign-in that an ID token names, or null. */
export async function findSignIn(
  db: Executor,
  localId: string,
  signInId: string | undefined,
): Promise<RefreshTokenRow | null> {
  if (!signInId) return null;
  const [grant] = await db
    .select()
    .from(refreshTokens)
    .where(and(eq(refreshTokens.signInId, signInId), eq(refreshTokens.localId, localId)));
  return grant ?? null;
}

/** Notes that a sign-in has passed the second factor. */
export async function markSecondFactorPassed(db: Executor, signInId: string, at: Date): Promise<void> {
  await db.update(refreshTokens).set({ secondFactorAt: at }).where(eq(refreshTokens.signInId, signInId));
}
