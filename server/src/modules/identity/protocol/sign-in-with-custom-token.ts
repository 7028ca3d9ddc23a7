import { type CommandCall, command } from "@litfass/platform/command/command";
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { recordAccountChange } from "../accounts/account-audit.ts";
import { findAccount, insertAccount, updateAccount } from "../accounts/account-sql.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import type { IdentityService } from "../service.ts";
import { grantSignIn, type IssuedGrant, signTokens } from "./issue-tokens.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireInput } from "./wire-input.ts";

/** The audience of custom tokens; ID tokens have a different one. */
const customTokenAudience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";

/** Claims that the provider sets itself. */
const reservedClaims = new Set(
  "acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub".split(" "),
);

/** Signs a custom token that lets `uid` sign in within 10 minutes. */
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

/** accounts:signInWithCustomToken. Signs in with a token signed by this installation. */
export async function signInWithCustomToken(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
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
  const { isNewUser, issued } = await call.run(enterByCustomToken, { localId: uid, claims }, provedAccount(uid));
  return {
    kind: "identitytoolkit#VerifyCustomTokenResponse",
    isNewUser,
    ...(await signTokens(service, issued)),
  };
}

/** Signs in to the account that a custom token names, or creates it. */
export const enterByCustomToken = command({
  name: "identity.sign_in_with_custom_token",
  errors: [],
  async run({ ctx, input }: CommandCall<{ localId: string; claims: Record<string, unknown> }>): Promise<{
    isNewUser: boolean;
    issued: IssuedGrant;
  }> {
    const { tx, clock } = ctx;
    const { localId, claims } = input;
    const now = clock.now();
    const times = { lastLoginAt: now, lastRefreshAt: now };
    const found = await findAccount(tx, localId);
    if (found?.disabled) throw new WireError("USER_DISABLED");
    const account = found
      ? await updateAccount(tx, localId, times)
      : await insertAccount(tx, { ...times, localId, validSince: now, createdAt: now });
    if (!account) throw new WireError("USER_NOT_FOUND");
    if (found) ctx.audit.unchanged("a sign-in changes times only");
    else await recordAccountChange(ctx, localId, "account_opened");
    return { isNewUser: found === null, issued: await grantSignIn(ctx, account, { provider: "custom", claims }) };
  },
});

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
