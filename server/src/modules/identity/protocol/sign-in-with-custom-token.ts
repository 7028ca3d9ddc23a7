import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { findAccount, insertAccount, updateAccount } from "../accounts/account-sql.ts";
import type { IdentityService } from "../service.ts";
import { issueTokens } from "./issue-tokens.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireInput } from "./wire-input.ts";

/** The audience that tells custom tokens from ID tokens. */
const customTokenAudience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";

/** Claims that the provider sets itself. */
const reservedClaims = new Set(
  "acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub".split(" "),
);

/** Signs a custom token with which `uid` can sign in within 10 minutes. */
export async function createCustomToken(
  service: IdentityService,
  uid: string,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const { kid, privateKey } = await service.keys.current();
  const now = Math.floor(service.platform.clock.now().getTime() / 1000);
  return new SignJWT({ uid, claims })
    .setProtectedHeader({ alg: "RS256", kid, typ: "JWT" })
    .setIssuer(service.issuer)
    .setSubject(service.issuer)
    .setAudience(customTokenAudience)
    .setIssuedAt(now)
    .setExpirationTime(now + 600)
    .sign(privateKey);
}

/** accounts:signInWithCustomToken. Signs in with a token that this installation has signed. */
export async function signInWithCustomToken(
  service: IdentityService,
  input: WireInput,
): Promise<Record<string, unknown>> {
  const payload = await openCustomToken(service, required(input.token, "MISSING_CUSTOM_TOKEN"));
  const uid = payload.uid ?? payload.user_id;
  if (typeof uid !== "string" || uid === "" || uid.length > 128) throw new WireError("MISSING_IDENTIFIER");
  const claims = (typeof payload.claims === "object" && payload.claims ? payload.claims : {}) as Record<
    string,
    unknown
  >;
  const forbidden = Object.keys(claims).find((name) => reservedClaims.has(name));
  if (forbidden) throw new WireError(`FORBIDDEN_CLAIM : ${forbidden}`);
  const { db, clock } = service.platform;
  const now = clock.now();
  const found = await findAccount(db, uid);
  if (found?.disabled) throw new WireError("USER_DISABLED");
  const times = { lastLoginAt: now, lastRefreshAt: now };
  const account = found
    ? await updateAccount(db, uid, times)
    : await insertAccount(db, { ...times, localId: uid, validSince: now, createdAt: now });
  if (!account) throw new WireError("USER_NOT_FOUND");
  return {
    kind: "identitytoolkit#VerifyCustomTokenResponse",
    isNewUser: found === null,
    ...(await issueTokens(service, db, account, { provider: "custom", claims })),
  };
}

async function openCustomToken(service: IdentityService, token: string): Promise<JWTPayload> {
  let audience: unknown;
  try {
    audience = decodeJwt(token).aud;
  } catch {
    throw new WireError("INVALID_CUSTOM_TOKEN : Invalid assertion format");
  }
  if (audience !== customTokenAudience) {
    throw new WireError(
      `INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): ${String(audience).slice(0, 200)} Note: Firebase ID Tokens / third-party tokens cannot be used with signInWithCustomToken.))`,
    );
  }
  try {
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        const key = header.kid ? await service.keys.find(header.kid) : null;
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: ["RS256"],
        audience: customTokenAudience,
        issuer: service.issuer,
        subject: service.issuer,
        requiredClaims: ["iat", "exp"],
        maxTokenAge: "1h",
        currentDate: service.platform.clock.now(),
      },
    );
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw new WireError(`INVALID_CUSTOM_TOKEN : ${error.message}`);
  }
}
