import { isStaff } from "@litfass/contract/kernel/roles";
import { recordAudit } from "@litfass/platform/audit/audit";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { conflict, forbidden, notFound } from "@litfass/platform/problem";
import { seal } from "@litfass/platform/security/sealing";
import type { FastifyRequest } from "fastify";
import { findUser, type UserRow } from "../../users/index.ts";
import { endSessionsOf } from "../sessions/session-sql.ts";
import { authenticatorUri, newAuthenticatorSecret, newRecoveryCodes, recoveryCodeHash } from "./authenticator.ts";
import { type CheckSecondFactor, secretPurpose } from "./check-second-factor.ts";
import {
  beginSecondFactorRow,
  confirmSecondFactorRow,
  countRecoveryCodes,
  deleteChallengesOf,
  deleteSecondFactor,
  findSecondFactor,
  hasSecondFactor,
  replaceRecoveryCodes,
} from "./second-factor-sql.ts";

/** Staff of an installation for real customers sign in with a second factor. */
const needsSecondFactor = (platform: Pick<Platform, "config">, user: Pick<UserRow, "role">): boolean =>
  platform.config.production && isStaff(user.role);

/** Whether a user has a second factor, or is still to set one up. */
export async function secondFactorOf(
  platform: Pick<Platform, "config">,
  db: Executor,
  user: Pick<UserRow, "uid" | "role">,
): Promise<"off" | "on" | "required"> {
  if (await hasSecondFactor(db, user.uid)) return "on";
  return needsSecondFactor(platform, user) ? "required" : "off";
}

/** What the account page shows of the own second factor. */
export async function showSecondFactor(platform: Platform, user: UserRow) {
  const factor = await findSecondFactor(platform.db, user.uid);
  return {
    enabled_at: factor?.confirmedAt?.toISOString() ?? null,
    is_required: needsSecondFactor(platform, user),
    recovery_codes_left: await countRecoveryCodes(platform.db, user.uid),
  };
}

/** Begins to set up a second factor; one that was begun before is replaced. @throws Problem 409 where there is one */
export async function beginSecondFactor(
  { db, config, clock, random }: Platform,
  user: UserRow,
): Promise<{ secret: string; uri: string }> {
  const secret = newAuthenticatorSecret(random);
  const sealedSecret = seal(secret, config.secrets.signing, secretPurpose, random);
  const begun = await beginSecondFactorRow(db, { uid: user.uid, sealedSecret, createdAt: clock.now() });
  if (!begun) throw conflict("second_factor_state");
  return { secret, uri: authenticatorUri(secret, user.email ?? user.uid) };
}

/** Turns the second factor on with the app's first code. Every other session of the user ends. @returns the recovery codes */
export async function confirmSecondFactor(
  { db, clock, random }: Platform,
  check: CheckSecondFactor,
  user: UserRow,
  code: string,
  request: FastifyRequest,
): Promise<string[]> {
  await check(user.uid, code, { confirming: true });
  const codes = newRecoveryCodes(random);
  const at = clock.now();
  await db.transaction(async (tx) => {
    await confirmSecondFactorRow(tx, user.uid, at);
    await replaceRecoveryCodes(tx, user.uid, codes.map(recoveryCodeHash));
    await endSessionsOf(tx, user.uid, request.signedIn?.sessionIdHash);
    await recordAudit(tx, { at, actorUid: user.uid, subjectUid: user.uid, action: "second_factor_enabled" });
  });
  return codes;
}

/** New recovery codes in the place of the earlier ones, for a code of the app. */
export async function renewRecoveryCodes(
  { db, clock, random }: Platform,
  check: CheckSecondFactor,
  user: UserRow,
  code: string,
): Promise<string[]> {
  await check(user.uid, code);
  const codes = newRecoveryCodes(random);
  const at = clock.now();
  await db.transaction(async (tx) => {
    await replaceRecoveryCodes(tx, user.uid, codes.map(recoveryCodeHash));
    await recordAudit(tx, { at, actorUid: user.uid, subjectUid: user.uid, action: "recovery_codes_renewed" });
  });
  return codes;
}

/**
 * Turns the own second factor off. `confirmPassword` has the password checked first.
 * @throws Problem 409 where it is required, 422 at `password` or `code`
 */
export async function disableSecondFactor(
  platform: Platform,
  check: CheckSecondFactor,
  user: UserRow,
  code: string,
  confirmPassword: () => Promise<void>,
): Promise<void> {
  if (needsSecondFactor(platform, user)) throw conflict("second_factor_required");
  await confirmPassword();
  await check(user.uid, code, { recovery: true });
  const at = platform.clock.now();
  await platform.db.transaction(async (tx) => {
    await deleteSecondFactor(tx, user.uid);
    await recordAudit(tx, { at, actorUid: user.uid, subjectUid: user.uid, action: "second_factor_disabled" });
  });
}

/**
 * Takes a lost second factor from somebody else and ends that person's sessions.
 * @throws Problem 403 for the own one, 404 where there is none
 */
export async function resetSecondFactor({ db, clock }: Platform, callerUid: string, uid: string): Promise<void> {
  if (callerUid === uid) throw forbidden();
  await db.transaction(async (tx) => {
    if (!(await findUser(tx, uid)) || !(await deleteSecondFactor(tx, uid))) throw notFound();
    await deleteChallengesOf(tx, uid);
    await endSessionsOf(tx, uid);
    const entry = { at: clock.now(), actorUid: callerUid, subjectUid: uid };
    await recordAudit(tx, { ...entry, action: "second_factor_reset" });
  });
}
