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
      if (!user.email) return null;
      const link = isOutside ? `${config.publicUrl}/register` : await invitationLink(user.uid, user.email);
      if (link === null) return null;
      // The invitation exists already; a mail server that is down must not undo it, and the link can be asked for again.
      await mailer.send({ to: user.email, ...invitationMail(link, user.lang) }).catch((error: unknown) => {
        platform.log.error({ err: error, uid: user.uid }, "the invitation could not be mailed");
      });
      return link;
    },
    mailVerification: async (user) => {
      await mailVerification(service, user, user.lang).catch((error: unknown) =>
        platform.log.error({ err: error, uid: user.uid }, "the verification mail could not be sent"),
      );
    },
  };

  /** An account without a password, and the link to choose one. */
  async function invitationLink(uid: string, email: string): Promise<string | null> {
    const code = await db.transaction(async (tx) => {
      if (await findAccountByEmail(tx, email)) return null;
      const now = clock.now();
      const account = await insertAccount(tx, { localId: newUid(random), email, validSince: now, createdAt: now });
      const { localId } = account;
      await insertIdentity(tx, { provider: builtInProvider, subject: localId, uid, createdAt: now });
      return createCode(service, tx, { requestType: "PASSWORD_RESET", email, localId, lifetimeMs: invitationMs });
    });
    return code && `${config.publicUrl}/reset-password?${new URLSearchParams({ token: code, email })}`;
  }
}
