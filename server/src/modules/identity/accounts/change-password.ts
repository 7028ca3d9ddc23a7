import { invalid, tooMany } from "@litfass/platform/problem";
import type { FastifyRequest } from "fastify";
import { findSubject, type UserRow } from "../../users/index.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { recentSignInMs } from "../sessions/sensitive-sign-in.ts";
import { endSessionsOf, sessionOpenedAt } from "../sessions/session-sql.ts";
import type { AccountRow } from "../tables.ts";
import { passOnAccount } from "./account-identity.ts";
import { findAccount, updateAccountAndEndTokens } from "./account-sql.ts";
import { hashPassword, matchesPassword } from "./password.ts";

/**
 * Sets or changes the own password. The present one is asked for, unless there is none or the session was just opened.
 * All other sessions and all tokens end.
 * @throws Problem 422 at current_password, 429 after too many wrong ones
 */
export async function changePassword(
  service: IdentityService,
  user: UserRow,
  input: { current: string | undefined; password: string },
  request: FastifyRequest,
): Promise<void> {
  const { db, clock } = service.platform;
  const subject = await findSubject(db, builtInProvider, user.uid);
  const account = subject ? await findAccount(db, subject) : null;
  if (!account) throw invalid({ password: ["error.conflict"] });
  const sessionHash = request.signedIn?.sessionIdHash ?? null;
  const isRecent = await isRecentSession(service, sessionHash);
  await checkCurrent(service, account, input.current, isRecent, request.ip);
  const passwordHash = await hashPassword(input.password);
  const now = clock.now();
  await db.transaction(async (tx) => {
    const changes = { passwordHash, passwordUpdatedAt: now };
    const updated = await updateAccountAndEndTokens(tx, account.localId, changes, now);
    if (updated) await passOnAccount(tx, updated, now);
    await endSessionsOf(tx, user.uid, sessionHash);
  });
}

/** Whether a session was opened in the last 5 minutes. */
export async function isRecentSession({ platform }: IdentityService, sessionIdHash: string | null): Promise<boolean> {
  const openedAt = sessionIdHash ? await sessionOpenedAt(platform.db, sessionIdHash) : null;
  return openedAt !== null && platform.clock.now().getTime() - openedAt.getTime() <= recentSignInMs;
}

/**
 * Has a user give the password; passes where there is none.
 * @throws Problem 422 at `password`, 429 after too many wrong ones
 */
export async function confirmPassword(
  service: IdentityService,
  user: UserRow,
  password: string | undefined,
  address: string,
): Promise<void> {
  const subject = await findSubject(service.platform.db, builtInProvider, user.uid);
  const account = subject ? await findAccount(service.platform.db, subject) : null;
  if (account?.passwordHash) await comparePassword(service, account, password, "password", address);
}

async function checkCurrent(
  service: IdentityService,
  account: AccountRow,
  current: string | undefined,
  isRecent: boolean,
  address: string,
): Promise<void> {
  if (account.passwordHash === null) return;
  if (current === undefined) {
    if (isRecent) return;
    throw invalid({ current_password: ["rule.required"] });
  }
  await comparePassword(service, account, current, "current_password", address);
}

async function comparePassword(
  service: IdentityService,
  account: AccountRow,
  given: string | undefined,
  field: string,
  address: string,
): Promise<void> {
  if (given === undefined) throw invalid({ [field]: ["rule.required"] });
  const email = account.email ?? account.localId;
  if (!(await service.lockout.admit(address, email))) throw tooMany(15 * 60);
  if (!(await matchesPassword(account.passwordHash, given))) throw invalid({ [field]: ["password.wrong"] });
  await service.lockout.succeeded(address, email);
}
