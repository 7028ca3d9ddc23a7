import { findAccount } from "../accounts/account-sql.ts";
import type { IdentityService } from "../service.ts";
import type { AccountRow } from "../tables.ts";
import { type IdTokenClaims, TokenRefused, verifyIdToken } from "./verify-id-token.ts";
import { WireError } from "./wire-error.ts";

/** Verifies a token of the built-in provider by its signature and claims alone. @throws TokenRefused */
export const verifyBuiltInToken = (service: IdentityService, idToken: string): Promise<IdTokenClaims> =>
  verifyIdToken(idToken, {
    issuer: service.issuer,
    audience: service.projectId,
    findKey: (kid) => service.keys.find(kid),
    clock: service.platform.clock,
  });

/**
 * The account of an ID token.
 * @throws WireError MISSING_ID_TOKEN, INVALID_ID_TOKEN, TOKEN_EXPIRED (also after the password changed),
 * USER_NOT_FOUND, USER_DISABLED
 */
export async function accountOfToken(
  service: IdentityService,
  idToken: string | undefined,
): Promise<{ account: AccountRow; claims: IdTokenClaims }> {
  if (!idToken) throw new WireError("MISSING_ID_TOKEN");
  const claims = await verifyForWire(service, idToken);
  const account = await findAccount(service.platform.db, claims.sub);
  if (!account) throw new WireError("USER_NOT_FOUND");
  if (claims.firebase?.generation !== account.generation) throw new WireError("TOKEN_EXPIRED");
  if (account.disabled) throw new WireError("USER_DISABLED");
  return { account, claims };
}

async function verifyForWire(service: IdentityService, idToken: string): Promise<IdTokenClaims> {
  try {
    return await verifyBuiltInToken(service, idToken);
  } catch (error) {
    if (error instanceof TokenRefused) throw new WireError(error.expired ? "TOKEN_EXPIRED" : "INVALID_ID_TOKEN");
    throw error;
  }
}
