import { type CommandCall, command } from "@litfass/platform/command/command";
import { findAccountByEmail, updateAccount } from "../accounts/account-sql.ts";
import { matchesPassword } from "../accounts/password.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import type { IdentityService } from "../service.ts";
import { grantSignIn, type IssuedGrant, signTokens } from "./issue-tokens.ts";
import { tooManyAttempts, WireError } from "./wire-error.ts";
import { required, type WireInput, wireEmail } from "./wire-input.ts";

/**
 * accounts:signInWithPassword. After too many failures the response is TOO_MANY_ATTEMPTS_TRY_LATER, even for the
 * right password and for addresses without an account (ERR-017).
 */
export async function signInWithPassword(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  const email = wireEmail(required(input.email, "MISSING_EMAIL"));
  const password = required(input.password, "MISSING_PASSWORD");
  const { db } = service.platform;
  if (!(await service.knownNetworks.has(call.address, email))) await service.probes.check(call.address);
  if (!(await service.lockout.admit(call.address, email))) throw tooManyAttempts();
  // Tenants are not supported: an account of a tenant does not exist.
  const account = input.tenantId ? null : await findAccountByEmail(db, email);
  const matches = await matchesPassword(account?.passwordHash ?? null, password);
  if (!account) {
    await service.probes.count(call.address);
    throw new WireError("EMAIL_NOT_FOUND");
  }
  if (account.disabled) throw new WireError("USER_DISABLED");
  if (!matches) throw new WireError("INVALID_PASSWORD");
  const { localId, generation, emailVerified } = account;
  await service.lockout.succeeded(call.address, { email, emailVerified });
  const issued = await call.run(enterByPassword, { localId, generation }, provedAccount(localId));
  return {
    kind: "identitytoolkit#VerifyPasswordResponse",
    registered: true,
    localId: account.localId,
    email,
    ...(account.displayName ? { displayName: account.displayName } : {}),
    ...(account.photoUrl ? { profilePicture: account.photoUrl } : {}),
    ...(await signTokens(service, issued)),
  };
}

/** Signs in to the account with the verified password. */
export const enterByPassword = command({
  name: "identity.sign_in_with_password",
  errors: [],
  async run({ ctx, input }: CommandCall<{ localId: string; generation: number }>): Promise<IssuedGrant> {
    const now = ctx.clock.now();
    const account = await updateAccount(ctx.tx, input.localId, { lastLoginAt: now, lastRefreshAt: now });
    if (!account) throw new WireError("EMAIL_NOT_FOUND");
    // The password was changed or removed during the comparison.
    if (account.generation !== input.generation) throw new WireError("INVALID_PASSWORD");
    ctx.audit.unchanged("a sign-in changes times only");
    return grantSignIn(ctx, account, { provider: "password" });
  },
});
