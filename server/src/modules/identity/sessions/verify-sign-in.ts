import { toLine } from "@litfass/contract/kernel/text";
import type { Config } from "@litfass/platform/config/config";
import type { Platform } from "@litfass/platform/platform";
import { forbidden, unauthenticated } from "@litfass/platform/problem";
import { createRemoteJWKSet, customFetch } from "jose";
import type { Identity } from "../../users/index.ts";
import { identityOfAccount } from "../accounts/account-identity.ts";
import { listProviders } from "../accounts/account-sql.ts";
import { accountOfToken } from "../protocol/token-account.ts";
import { type IdTokenClaims, TokenRefused, verifyIdToken } from "../protocol/verify-id-token.ts";
import { WireError } from "../protocol/wire-error.ts";
import { isHttps } from "../protocol/wire-input.ts";
import { identityPlatformOf } from "../providers/identity-platform.ts";
import type { IdentityService } from "../service.ts";

/** The identity of an ID token. @throws Problem 401 for any other token, 403 for a disabled identity */
export type VerifySignIn = (token: string) => Promise<VerifiedSignIn>;

/** `signInId` identifies the sign-in at the built-in provider. */
export type VerifiedSignIn = Identity & { signInId: string | null };

/** Verifies tokens of the configured identity provider, by default the built-in one. */
export function createVerifySignIn(service: IdentityService): VerifySignIn {
  const { firebase } = service.platform.config.providers;
  return firebase ? verifyOutside(service.platform, firebase) : (token) => verifyBuiltIn(service, token);
}

async function verifyBuiltIn(service: IdentityService, token: string): Promise<VerifiedSignIn> {
  try {
    const { account, claims } = await accountOfToken(service, token);
    refuseAnonymous(claims);
    const identity = identityOfAccount(account, await listProviders(service.platform.db, account.localId));
    return { ...identity, signInId: claims.firebase?.sign_in_id ?? null };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw error.message === "USER_DISABLED" ? forbidden("login.disabled") : unauthenticated();
  }
}

function verifyOutside(platform: Platform, provider: NonNullable<Config["providers"]["firebase"]>): VerifySignIn {
  const { projectId } = provider;
  const outside = identityPlatformOf(provider);
  const keys = createRemoteJWKSet(new URL(outside.keys), {
    timeoutDuration: 5_000,
    // The egress client has a time-out and a size limit, and blocks private addresses.
    [customFetch]: async (url) => {
      const answer = await platform.egress(url, { timeoutMs: 5_000, maxBytes: 100_000 });
      return new Response(answer.text(), { status: answer.status });
    },
  });
  const rules = {
    issuer: outside.issuer,
    audience: projectId,
    findKey: (_kid: string, header: Parameters<typeof keys>[0], token: Parameters<typeof keys>[1]) =>
      keys(header, token),
    clock: platform.clock,
  };
  return async (token) => {
    try {
      const claims = await verifyIdToken(token, rules);
      refuseAnonymous(claims);
      return { ...identityOfClaims(`firebase:${projectId}`, claims), signInId: null };
    } catch (error) {
      throw error instanceof TokenRefused ? unauthenticated() : error;
    }
  };
}

/** An anonymous identity cannot open a session, because it has no address. */
function refuseAnonymous(claims: IdTokenClaims): void {
  if (claims.firebase?.sign_in_provider === "anonymous") throw unauthenticated();
}

function identityOfClaims(provider: string, claims: IdTokenClaims): Identity {
  const signIn = claims.firebase?.sign_in_provider ?? "";
  const linked = Object.keys(claims.firebase?.identities ?? {}).filter((name) => name.endsWith(".com"));
  const names = [...(signIn === "password" ? ["password"] : []), ...linked.map((name) => name.replace(/\.com$/, ""))];
  return {
    provider,
    subject: claims.sub,
    email: claims.email?.toLowerCase() ?? null,
    emailVerified: claims.email_verified === true,
    name: typeof claims.name === "string" ? toLine(claims.name, 200) : null,
    photoUrl: claims.picture && claims.picture.length <= 2048 && isHttps(claims.picture) ? claims.picture : null,
    signInProviders: [...new Set(names)],
  };
}
