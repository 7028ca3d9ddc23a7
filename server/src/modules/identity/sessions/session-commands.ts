import { changesBetween } from "@litfass/platform/audit/audit";
import { callerOf } from "@litfass/platform/command/actor";
import type { AuditEntryInput } from "@litfass/platform/command/audit-trail";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { forbidden, notFound } from "@litfass/platform/problem";
import { hashSecret, newSecret } from "@litfass/platform/security/sealing";
import { findUser, type Identity, mayNotSignIn, openUser, type UserRow } from "../../users/index.ts";
import { markSecondFactorPassed } from "../protocol/token-sql.ts";
import { useSecondFactorCode } from "../second-factor/check-second-factor.ts";
import { deleteChallengesOf, hasSecondFactor, insertChallenge } from "../second-factor/second-factor-sql.ts";
import type { IdentityServices } from "../service.ts";
import type { Device } from "./device.ts";
import { openSession } from "./session.ts";
import { endSession, endSessionOf, endSessionsOf } from "./session-sql.ts";

/** How long a sign-in stays pending. */
const challengeMs = 5 * 60_000;

/** The browser that signs in: its device, and its previous session, which ends. */
type Browser = { device: Device; earlierSession: string | null };

type LogIn = { identity: Identity; signInId: string | null; browser: Browser };
/** A session for the browser, or a challenge if the second factor is required. */
type LoggedIn = { user: UserRow; isNew: boolean } & ({ session: string } | { challenge: string });

/**
 * Signs in the holder of a verified identity. The first sign-in creates the user, always as customer.
 * @throws Problem 403 for a disabled or archived user
 */
export const logIn = command({
  name: "identity.log_in",
  errors: [],
  async run({ ctx, input: { identity, signInId, browser } }: CommandCall<LogIn, IdentityServices>): Promise<LoggedIn> {
    const { tx, clock, random } = ctx;
    const { user, isNew } = await openUser(ctx, identity);
    if (mayNotSignIn(user)) throw forbidden("login.disabled");
    ctx.audit.unchanged("sessions are listed on the account page");
    if (await hasSecondFactor(tx, user.uid)) {
      const challenge = newSecret(random);
      const expiresAt = new Date(clock.now().getTime() + challengeMs);
      await insertChallenge(tx, { idHash: hashSecret(challenge), uid: user.uid, signInId, expiresAt });
      return { user, isNew, challenge };
    }
    if (browser.earlierSession) await endSession(tx, hashSecret(browser.earlierSession));
    return { user, isNew, session: await openSession({ db: tx, clock, random }, user.uid, browser.device) };
  },
});

type PassSecondFactor = { uid: string; signInId: string | null; code: string; browser: Browser };

/**
 * Completes a sign-in pending its second factor, with a code or a recovery code. @returns the new session
 * @throws Problem 403 for a user who was disabled in the meantime, 422 at `code`
 */
export const passSecondFactor = command({
  name: "identity.pass_second_factor",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<PassSecondFactor, IdentityServices>): Promise<string> {
    const { tx, clock, random } = ctx;
    const user = await findUser(tx, input.uid);
    if (!user || mayNotSignIn(user)) throw forbidden("login.disabled");
    await useSecondFactorCode(ctx, user.uid, input.code, { acceptsRecoveryCode: true });
    await deleteChallengesOf(tx, user.uid);
    if (input.signInId) await markSecondFactorPassed(tx, input.signInId, clock.now());
    if (input.browser.earlierSession) await endSession(tx, hashSecret(input.browser.earlierSession));
    ctx.audit.unchanged("sessions are listed on the account page");
    return openSession({ db: tx, clock, random }, user.uid, input.browser.device);
  },
});

/** Ends the session of the calling browser. */
export const logOut = command({
  name: "identity.log_out",
  errors: [],
  async run({ ctx, input }: CommandCall<{ session: string }>): Promise<void> {
    await endSession(ctx.tx, hashSecret(input.session));
    ctx.audit.unchanged("sessions are listed on the account page");
  },
});

/** Ends one of the caller's sessions by its public id. @throws Problem 404 for another user's session */
export const endOwnSession = command({
  name: "identity.end_session",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ publicId: string }>): Promise<void> {
    const { uid } = callerOf(ctx.actor);
    if (!(await endSessionOf(ctx.tx, uid, input.publicId))) throw notFound();
    await ctx.audit.record(sessionsEnded(uid, 1));
  },
});

/** Ends all of the caller's sessions except the current one. */
export const endOtherSessions = command({
  name: "identity.end_other_sessions",
  errors: [],
  async run({ ctx, input }: CommandCall<{ exceptIdHash: string | null }>): Promise<void> {
    const { uid } = callerOf(ctx.actor);
    const ended = await endSessionsOf(ctx.tx, uid, input.exceptIdHash);
    if (ended > 0) await ctx.audit.record(sessionsEnded(uid, ended));
  },
});

const sessionsEnded = (uid: string, count: number): AuditEntryInput => ({
  action: "sessions_ended",
  subjectUid: uid,
  changes: changesBetween({ sessions: count }, { sessions: 0 }),
});
