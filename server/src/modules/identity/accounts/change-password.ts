import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid, tooMany } from "@litfass/platform/problem";
import type { FastifyRequest } from "fastify";
import { findSubject, type UserRow } from "../../users/index.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { recentSignInMs } from "../sessions/sensitive-sign-in.ts";
import { endSessionsOf, sessionOpenedAt } from "../sessions/session-sql.ts";
import type { AccountRow } from "../tables.ts";
import { recordAccountChange } from "./account-audit.ts";
import { syncUserOfAccount } from "./account-identity.ts";
import { findAccount, lockAccount, updateAccountAndEndTokens } from "./account-sql.ts";
import { hashPassword, matchesPassword } from "./password.ts";

/**
 * Checks the current password and hashes the new one, for `changePassword`. The current one is required unless there
 * is none or the session was just opened.
 * @throws Problem 422 at current_password, 429 after too many wrong ones
 */
export async function preparePasswordChange(
  service: IdentityService,
  user: UserRow,
  passwords: { current: string | undefined; password: string },
  request: FastifyRequest,
): Promise<{ localId: string; passwordHash: string; keepsSession: string | null }> {
  const account = await findAccountOfUser(service.platform.db, user.uid);
  if (!account) throw invalid({ password: ["error.conflict"] });
  const sessionHash = request.signedIn?.sessionIdHash ?? null;
  const isRecent = await isRecentSession(service.platform, sessionHash);
  await checkCurrent(service, account, passwords.current, isRecent, request.ip);
  const passwordHash = await hashPassword(passwords.password);
  return { localId: account.localId, passwordHash, keepsSession: sessionHash };
}

/** Sets or changes the user's own password. All other sessions and all tokens end. */
export const changePassword = command({
  name: "identity.change_password",
  errors: [],
  async run({ ctx, input }: CommandCall<{ localId: string; passwordHash: string; keepsSession: string | null }>) {
    const { tx, clock } = ctx;
    const { localId, passwordHash } = input;
    const before = await lockAccount(tx, localId);
    if (!before) throw invalid({ password: ["error.conflict"] });
    const changes = { passwordHash, passwordUpdatedAt: clock.now() };
    const account = await updateAccountAndEndTokens(tx, localId, changes, clock.now());
    await syncUserOfAccount(ctx, account);
    await endSessionsOf(tx, callerOf(ctx.actor).uid, input.keepsSession);
    await recordAccountChange(ctx, localId, "password_changed");
  },
});

/** Whether a session was opened in the last 5 minutes. */
export async function isRecentSession({ db, clock }: Platform, sessionIdHash: string | null): Promise<boolean> {
  const openedAt = sessionIdHash ? await sessionOpenedAt(db, sessionIdHash) : null;
  return openedAt !== null && clock.now().getTime() - openedAt.getTime() <= recentSignInMs;
}

/**
 * Checks a user's password; passes if there is none.
 * @throws Problem 422 at `password`, 429 after too many wrong ones
 */
export async function confirmPassword(
  service: IdentityService,
  user: UserRow,
  password: string | undefined,
  address: string,
): Promise<void> {
  const account = await findAccountOfUser(service.platform.db, user.uid);
  if (account?.passwordHash) await comparePassword(service, account, password, "password", address);
}

/** The user's account at the built-in provider, or null. */
export async function findAccountOfUser(db: Executor, uid: string): Promise<AccountRow | null> {
  const subject = await findSubject(db, builtInProvider, uid);
  return subject ? findAccount(db, subject) : null;
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
  await service.lockout.succeeded(address, { email, emailVerified: account.emailVerified });
}
