import { presentAccount } from "../accounts/account.ts";
import { listProviders } from "../accounts/account-sql.ts";
import type { IdentityService } from "../service.ts";
import { accountOfToken } from "./token-account.ts";
import type { WireInput } from "./wire-input.ts";

/** accounts:lookup. The account of an ID token. */
export async function lookUpAccount(service: IdentityService, input: WireInput): Promise<Record<string, unknown>> {
  const { account, claims } = await accountOfToken(service, input.idToken);
  const providers = await listProviders(service.platform.db, account.localId);
  const custom = claims.firebase?.sign_in_provider === "custom" ? { customAuth: true } : {};
  return {
    kind: "identitytoolkit#GetAccountInfoResponse",
    users: [{ ...presentAccount(account, providers), ...custom }],
  };
}
