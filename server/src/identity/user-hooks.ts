import type { Platform } from "../platform/platform.ts";
import { conflict } from "../platform/problem.ts";
import { findSubject, type IdentityHooks, insertIdentity, newUid } from "../users/index.ts";
import { findAccountByEmail, insertAccount, updateAccountAndEndTokens } from "./account-sql.ts";
import { invitationMail } from "./mails.ts";
import { createCode } from "./one-time-code.ts";
import { builtInProvider, createIdentityService } from "./service.ts";
import { endSessionsOf } from "./session-sql.ts";
import { mailVerification } from "./verification-link.ts";

const invitationMs = 7 * 24 * 60 * 60 * 1000;

/** What happens to identities when staff change or invite users. */
export function createIdentityHooks(platform: Platform): IdentityHooks {
  const service = createIdentityService(platform);
  const { clock, random, db, config, mailer } = platform;
  const isOutside = config.providers.firebase !== null;
  return {
    async changeEmail(tx, uid, email) {
      // Identities at Google are changed there; here the user would keep signing in with the old address.
      if (isOutside) throw conflict("identity_outside");
      const subject = await findSubject(tx, builtInProvider, uid);
      const holder = await findAccountByEmail(tx, email);
      if (holder && holder.localId !== subject) return false;
      if (subject) await updateAccountAndEndTokens(tx, subject, { email, emailVerified: false }, clock.now());
      return true;
    },
    endSessions: (tx, uid) => endSessionsOf(tx, uid),
    async invite(user) {
      if (!user.email) return false;
      const { email } = user;
      if (isOutside) {
        await mailer.send({ to: email, ...invitationMail(`${config.publicUrl}/register`, user.lang) });
        return true;
      }
      const code = await db.transaction(async (tx) => {
        if (await findAccountByEmail(tx, email)) return null;
        const now = clock.now();
        const account = await insertAccount(tx, { localId: newUid(random), email, validSince: now, createdAt: now });
        await insertIdentity(tx, {
          provider: builtInProvider,
          subject: account.localId,
          uid: user.uid,
          createdAt: now,
        });
        return createCode(service, tx, {
          requestType: "PASSWORD_RESET",
          email,
          localId: account.localId,
          lifetimeMs: invitationMs,
        });
      });
      if (code === null) return false;
      const query = new URLSearchParams({ token: code, email });
      await mailer.send({ to: email, ...invitationMail(`${config.publicUrl}/reset-password?${query}`, user.lang) });
      return true;
    },
    mailVerification: async (user) => {
      await mailVerification(service, user, user.lang).catch((error: unknown) =>
        platform.log.error({ err: error, uid: user.uid }, "the verification mail could not be sent"),
      );
    },
  };
}
