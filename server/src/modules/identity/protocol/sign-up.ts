import { uniqueViolationOf } from "@litfass/platform/postgres/postgres";
import { newUid } from "../../users/index.ts";
import { passOnAccount } from "../accounts/account-identity.ts";
import { findAccountByEmail, insertAccount, updateAccountAndEndTokens } from "../accounts/account-sql.ts";
import { tellFormerAddress } from "../accounts/email-change.ts";
import { checkPassword, hashPassword } from "../accounts/password.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { lockAccountOfToken, requireSensitiveSignIn } from "../sessions/sensitive-sign-in.ts";
import { endSessionsOfSubject } from "../sessions/session-sql.ts";
import type { AccountRow } from "../tables.ts";
import { issueTokens } from "./issue-tokens.ts";
import { dropCodes } from "./one-time-code.ts";
import { accountOfToken } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireCall, type WireInput, wireEmail } from "./wire-input.ts";

/**
 * accounts:signUp. A new account with e-mail and password, an anonymous one with neither, or with an ID token a
 * password for the account that the token stands for.
 */
export async function signUp(
  service: IdentityService,
  input: WireInput,
  call: WireCall,
): Promise<Record<string, unknown>> {
  await service.probes.check(call.address);
  if (!input.email && !input.password && !input.idToken) return signUpAnonymous(service, call);
  const email = wireEmail(required(input.email, "MISSING_EMAIL"));
  const password = required(input.password, "MISSING_PASSWORD");
  checkPassword(password);
  const { db, clock, random } = service.platform;
  const linked = input.idToken ? await accountToLink(service, input.idToken, email) : null;
  const taken = await findAccountByEmail(db, email);
  if (taken && taken.localId !== linked?.localId) {
    await service.probes.count(call.address);
    throw new WireError("EMAIL_EXISTS");
  }
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
      ? setPassword(service, linked, columns, now)
      : insertAccount(db, { ...columns, localId: newUid(random), validSince: now, createdAt: now }),
  );
  if (linked?.email && linked.email !== email) await tellFormerAddress(service, linked, account);
  return {
    kind: "identitytoolkit#SignupNewUserResponse",
    localId: account.localId,
    ...(account.displayName ? { displayName: account.displayName } : {}),
    email,
    ...(await issueTokens(service, db, account, { provider: "password" })),
  };
}

/** The account that gets the password. A guest is let in; anybody else changes the way to sign in here. */
async function accountToLink(service: IdentityService, idToken: string, email: string): Promise<AccountRow> {
  const { account, claims } = await accountOfToken(service, idToken);
  await requireSensitiveSignIn(service, account, claims);
  if (account.emailVerified && account.email !== email) {
    throw new WireError("OPERATION_NOT_ALLOWED : Please verify the new email before changing email.");
  }
  return account;
}

async function setPassword(
  { platform }: IdentityService,
  linked: AccountRow,
  columns: { email: string; passwordHash: string },
  now: Date,
): Promise<AccountRow> {
  return platform.db.transaction(async (tx) => {
    const account = await lockAccountOfToken(tx, linked);
    const emailVerified = account.email === columns.email && account.emailVerified;
    const updated = await updateAccountAndEndTokens(tx, account.localId, { ...columns, emailVerified }, now);
    if (!updated) throw new WireError("USER_NOT_FOUND");
    await dropCodes(tx, account.localId);
    await endSessionsOfSubject(tx, builtInProvider, account.localId);
    await passOnAccount(tx, updated, now);
    return updated;
  });
}

async function signUpAnonymous(service: IdentityService, call: WireCall): Promise<Record<string, unknown>> {
  await service.probes.count(call.address);
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
