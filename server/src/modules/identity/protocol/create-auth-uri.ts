import { newSecret } from "@litfass/platform/security/sealing";
import { signInProvidersOf } from "../accounts/account.ts";
import { findAccountByEmail, listProviders } from "../accounts/account-sql.ts";
import type { IdentityCall } from "../identity-call.ts";
import type { IdentityService } from "../service.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireInput } from "./wire-input.ts";

/**
 * accounts:createAuthUri. Whether an address is registered, and its sign-in methods. @throws WireError
 * TOO_MANY_ATTEMPTS_TRY_LATER
 */
export async function createAuthUri(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  const identifier = required(input.identifier, "MISSING_IDENTIFIER").trim().toLowerCase();
  required(input.continueUri, "MISSING_CONTINUE_URI");
  if (!identifier.includes("@")) throw new WireError("INVALID_IDENTIFIER");
  await service.probes.count(call.address);
  const { db, random } = service.platform;
  const account = await findAccountByEmail(db, identifier);
  const providers = account ? await listProviders(db, account.localId) : [];
  const all = account
    ? signInProvidersOf(account, providers).map((name) => (name === "password" ? name : `${name}.com`))
    : [];
  const link = account?.emailLinkSignIn && !account.passwordHash;
  return {
    kind: "identitytoolkit#CreateAuthUriResponse",
    registered: account !== null,
    allProviders: all,
    sessionId: newSecret(random),
    signinMethods: all.map((name) => (name === "password" && link ? "emailLink" : name)),
  };
}
