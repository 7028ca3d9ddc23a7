import { findAccount, listProviders, updateAccount } from "../accounts/account-sql.ts";
import type { IdentityService } from "../service.ts";
import { findGrant, signIdToken } from "./issue-tokens.ts";
import { WireError } from "./wire-error.ts";

/**
 * The token call of securetoken: a new ID token for a refresh token.
 * @throws WireError MISSING_GRANT_TYPE, INVALID_GRANT_TYPE, MISSING_REFRESH_TOKEN, INVALID_REFRESH_TOKEN, USER_DISABLED,
 * TOKEN_EXPIRED after the password or the address changed
 */
export async function exchangeRefreshToken(
  service: IdentityService,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const grantType = body.grant_type ?? body.grantType;
  const refreshToken = body.refresh_token ?? body.refreshToken;
  if (!grantType) throw new WireError("MISSING_GRANT_TYPE");
  if (grantType !== "refresh_token") throw new WireError("INVALID_GRANT_TYPE");
  if (!refreshToken) throw new WireError("MISSING_REFRESH_TOKEN");
  if (typeof refreshToken !== "string") throw new WireError("INVALID_REFRESH_TOKEN");
  const { db, clock } = service.platform;
  const grant = await findGrant(service, refreshToken);
  const account = grant ? await findAccount(db, grant.localId) : null;
  if (!grant || !account) throw new WireError("INVALID_REFRESH_TOKEN");
  if (account.disabled) throw new WireError("USER_DISABLED");
  if (grant.generation !== account.generation) throw new WireError("TOKEN_EXPIRED");
  await updateAccount(db, account.localId, { lastRefreshAt: clock.now() });
  const idToken = await signIdToken(service, account, await listProviders(db, account.localId), grant);
  return {
    id_token: idToken,
    access_token: idToken,
    expires_in: "3600",
    refresh_token: refreshToken,
    token_type: "Bearer",
    user_id: account.localId,
    project_id: service.projectId,
  };
}
