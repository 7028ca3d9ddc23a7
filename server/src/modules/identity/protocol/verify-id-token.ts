import type { Clock } from "@litfass/platform/clock";
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";

/** The token is not ours, or no longer valid. `expired`: it was valid before. */
export class TokenRefused extends Error {
  readonly expired: boolean;
  constructor(message: string, expired = false) {
    super(message);
    this.name = "TokenRefused";
    this.expired = expired;
  }
}

export type IdTokenClaims = JWTPayload & {
  sub: string;
  auth_time: number;
  iat: number;
  exp: number;
  email?: string;
  email_verified?: boolean;
  name?: string;
  picture?: string;
  firebase?: {
    sign_in_provider?: string;
    identities?: Record<string, unknown>;
    generation?: number;
    sign_in_id?: string;
  };
};

export type TokenRules = {
  issuer: string;
  audience: string;
  /** Finds a key by its id. @throws or returns null for an unknown one. */
  findKey: (
    kid: string,
    header: Parameters<JWTVerifyGetKey>[0],
    token: Parameters<JWTVerifyGetKey>[1],
  ) => Promise<unknown>;
  clock: Clock;
};

/** Tolerated clock skew of another machine, in seconds. */
const skewSeconds = 60;
const maxTokenLength = 8192;

/**
 * Verifies an ID token: RS256 only, with a known key id, the pinned issuer and audience, not expired, not from the
 * future, with a subject and a sign-in time. Nothing in the token influences how it is verified.
 * @throws TokenRefused
 */
export async function verifyIdToken(token: string, rules: TokenRules): Promise<IdTokenClaims> {
  if (token.length > maxTokenLength) throw new TokenRefused("The token is too long");
  const now = rules.clock.now();
  const claims = await openToken(token, rules, now);
  const nowSeconds = now.getTime() / 1000;
  if (typeof claims.aud !== "string") throw new TokenRefused("The audience is not a single one");
  if (typeof claims.sub !== "string" || claims.sub === "" || claims.sub.length > 128) {
    throw new TokenRefused("The subject is missing");
  }
  if (typeof claims.auth_time !== "number" || typeof claims.iat !== "number")
    throw new TokenRefused("A time is missing");
  if (claims.iat > nowSeconds + skewSeconds || claims.auth_time > nowSeconds + skewSeconds) {
    throw new TokenRefused("The token is from the future");
  }
  if (claims.email !== undefined && typeof claims.email !== "string")
    throw new TokenRefused("The e-mail is not a text");
  return claims;
}

async function openToken(token: string, rules: TokenRules, now: Date): Promise<IdTokenClaims> {
  const getKey: JWTVerifyGetKey = async (header, input) => {
    if (typeof header.kid !== "string" || header.kid === "") throw new TokenRefused("The key id is missing");
    const key = await rules.findKey(header.kid, header, input);
    if (!key) throw new TokenRefused("The key is unknown");
    return key as Awaited<ReturnType<JWTVerifyGetKey>>;
  };
  try {
    const { payload } = await jwtVerify<IdTokenClaims>(token, getKey, {
      algorithms: ["RS256"],
      issuer: rules.issuer,
      audience: rules.audience,
      requiredClaims: ["sub", "iat", "exp", "auth_time"],
      currentDate: now,
    });
    return payload as IdTokenClaims;
  } catch (error) {
    if (error instanceof TokenRefused) throw error;
    if (error instanceof errors.JWTExpired) throw new TokenRefused("The token has expired", true);
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError) {
      throw new TokenRefused(error.message);
    }
    throw error;
  }
}
