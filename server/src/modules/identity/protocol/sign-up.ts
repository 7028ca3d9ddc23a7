import { changesBetween } from "@litfass/platform/audit/audit";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { newUid } from "../../users/index.ts";
import { recordAccountChange } from "../accounts/account-audit.ts";
import { syncUserOfAccount } from "../accounts/account-identity.ts";
import {
  findAccountByEmail,
  insertAccount,
  uniqueAddress,
  updateAccountAndEndTokens,
} from "../accounts/account-sql.ts";
import { notifyFormerAddress } from "../accounts/email-change.ts";
import { checkPassword, hashPassword } from "../accounts/password.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import { builtInProvider, type IdentityService, type IdentityServices } from "../service.ts";
import { lockAccountOfToken, requireSensitiveSignIn } from "../sessions/sensitive-sign-in.ts";
import { endSessionsOfSubject } from "../sessions/session-sql.ts";
import type { AccountRow } from "../tables.ts";
import { deleteCodes } from "./code-sql.ts";
import { grantSignIn, type IssuedGrant, signTokens } from "./issue-tokens.ts";
import { accountOfToken } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireInput, wireEmail } from "./wire-input.ts";

/**
 * accounts:signUp. Creates an account with e-mail and password, an anonymous one with neither, or, with an ID token,
 * sets a password for the token's account.
 */
export async function signUp(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  await service.probes.check(call.address);
  if (!input.email && !input.password && !input.idToken) return signUpAnonymous(service, call);
  const email = wireEmail(required(input.email, "MISSING_EMAIL"));
  const password = required(input.password, "MISSING_PASSWORD");
  checkPassword(password);
  const linked = input.idToken ? await accountToLink(service, input.idToken, email) : null;
  const taken = await findAccountByEmail(service.platform.db, email);
  if (taken && taken.localId !== linked?.localId) {
    await service.probes.count(call.address);
    throw new WireError("EMAIL_EXISTS");
  }
  if (!linked) await service.signUps.count(call.address);
  const credentials = {
    email,
    passwordHash: await hashPassword(password),
    ...(input.displayName ? { displayName: input.displayName } : {}),
  };
  const issued = await uniqueAddress(() =>
    linked
      ? call.run(addPassword, { linked, credentials }, provedAccount(linked.localId))
      : call.run(createAccount, { credentials }),
  );
  const { account } = issued;
  return {
    kind: "identitytoolkit#SignupNewUserResponse",
    localId: account.localId,
    ...(account.displayName ? { displayName: account.displayName } : {}),
    email,
    ...(await signTokens(service, issued)),
  };
}

/** The account that gets the password. Guests may pass; everyone else changes their sign-in method here. */
async function accountToLink(service: IdentityService, idToken: string, email: string): Promise<AccountRow> {
  const { account, claims } = await accountOfToken(service, idToken);
  await requireSensitiveSignIn(service, account, claims);
  if (account.emailVerified && account.email !== email) {
    throw new WireError("OPERATION_NOT_ALLOWED : Please verify the new email before changing email.");
  }
  return account;
}

async function signUpAnonymous(service: IdentityService, call: IdentityCall): Promise<Record<string, unknown>> {
  await service.probes.count(call.address);
  const issued = await call.run(createAccount, { credentials: null });
  return {
    kind: "identitytoolkit#SignupNewUserResponse",
    localId: issued.account.localId,
    ...(await signTokens(service, issued)),
  };
}

type Credentials = { email: string; passwordHash: string; displayName?: string };

/** Creates an account with a password, or a guest account without credentials, and signs it in. */
export const createAccount = command({
  name: "identity.sign_up",
  errors: [],
  async run({ ctx, input: { credentials } }: CommandCall<{ credentials: Credentials | null }>): Promise<IssuedGrant> {
    const now = ctx.clock.now();
    const times = { validSince: now, createdAt: now, lastLoginAt: now, lastRefreshAt: now };
    const account = await insertAccount(ctx.tx, {
      ...times,
      ...(credentials ? { ...credentials, passwordUpdatedAt: now } : {}),
      localId: newUid(ctx.random),
    });
    await recordAccountChange(ctx, account.localId, "account_opened", changesBetween({}, { email: account.email }));
    return grantSignIn(ctx, account, { provider: credentials ? "password" : "anonymous" });
  },
});

/** Sets address and password of the account of an ID token, and signs it in. All other sessions and tokens end. */
export const addPassword = command({
  name: "identity.add_password",
  errors: [],
  async run({
    ctx,
    input,
  }: CommandCall<{ linked: AccountRow; credentials: Credentials }, IdentityServices>): Promise<IssuedGrant> {
    const { tx, clock } = ctx;
    const { email } = input.credentials;
    const before = await lockAccountOfToken(tx, input.linked);
    const now = clock.now();
    const times = { passwordUpdatedAt: now, lastLoginAt: now, lastRefreshAt: now };
    const columns = { ...input.credentials, ...times, emailVerified: before.email === email && before.emailVerified };
    const account = await updateAccountAndEndTokens(tx, before.localId, columns, now);
    await deleteCodes(tx, account.localId);
    await endSessionsOfSubject(tx, builtInProvider, account.localId);
    await syncUserOfAccount(ctx, account, before);
    await recordAccountChange(ctx, account.localId, "password_changed");
    if (before.email && before.email !== email) await notifyFormerAddress(ctx, before, account);
    return grantSignIn(ctx, account, { provider: "password" });
  },
});
