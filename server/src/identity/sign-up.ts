import { uniqueViolationOf } from "../platform/postgres.ts";
import { newUid } from "../users/index.ts";
import { findAccountByEmail, insertAccount, updateAccountAndEndTokens } from "./account-sql.ts";
import { issueTokens } from "./issue-tokens.ts";
import { checkPassword, hashPassword } from "./password.ts";
import type { IdentityService } from "./service.ts";
import type { AccountRow } from "./tables.ts";
import { accountOfToken, requireRecentSignIn } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireInput, wireEmail } from "./wire-input.ts";

/**
 * accounts:signUp. A new account with e-mail and password, an anonymous one with neither, or with an ID token a
 * password for the account that the token stands for.
 */
export async function signUp(service: IdentityService, input: WireInput): Promise<Record<string, unknown>> {
  if (!input.email && !input.password && !input.idToken) return signUpAnonymous(service);
  const email = wireEmail(required(input.email, "MISSING_EMAIL"));
  const password = required(input.password, "MISSING_PASSWORD");
  checkPassword(password);
  const { db, clock, random } = service.platform;
  const linked = input.idToken ? await accountToLink(service, input.idToken) : null;
  const taken = await findAccountByEmail(db, email);
  if (taken && taken.localId !== linked?.localId) throw new WireError("EMAIL_EXISTS");
  const now = clock.now();
  const columns = {
    email,
    passwordHash: await hashPassword(password),
    passwordUpdatedAt: now,
    lastLoginAt: now,
    lastRefreshAt: now,
    ...(input.displayName ? { displayName: input.displayName } : {}),
  };
  const account = await oneAddressOneAccount(() =>
    linked
      ? updateAccountAndEndTokens(
          db,
          linked.localId,
          { ...columns, emailVerified: linked.email === email && linked.emailVerified },
          now,
        )
      : insertAccount(db, { ...columns, localId: newUid(random), validSince: now, createdAt: now }),
  );
  if (!account) throw new WireError("USER_NOT_FOUND");
  return {
    kind: "identitytoolkit#SignupNewUserResponse",
    localId: account.localId,
    ...(account.displayName ? { displayName: account.displayName } : {}),
    email,
    ...(await issueTokens(service, db, account, { provider: "password" })),
  };
}

/** Who has an address already changes the way to sign in here: that needs a recent sign-in, as with accounts:update. */
async function accountToLink(service: IdentityService, idToken: string): Promise<AccountRow> {
  const { account, claims } = await accountOfToken(service, idToken);
  if (account.email !== null) requireRecentSignIn(service, claims);
  return account;
}

async function signUpAnonymous(service: IdentityService): Promise<Record<string, unknown>> {
  const { db, clock, random } = service.platform;
  const now = clock.now();
  const account = await insertAccount(db, {
    localId: newUid(random),
    validSince: now,
    createdAt: now,
    lastLoginAt: now,
    lastRefreshAt: now,
  });
  return {
    kind: "identitytoolkit#SignupNewUserResponse",
    localId: account.localId,
    ...(await issueTokens(service, db, account, { provider: "anonymous" })),
  };
}

/** Two sign-ups of one address at once: the constraint decides. @throws WireError EMAIL_EXISTS */
export async function oneAddressOneAccount<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (uniqueViolationOf(error)) throw new WireError("EMAIL_EXISTS");
    throw error;
  }
}
