import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { conflict } from "@litfass/platform/problem";
import { findSubject, type IdentityHooks, insertIdentity, newUid } from "../users/index.ts";
import { findAccountByEmail, insertAccount, updateAccountAndEndTokens } from "./accounts/account-sql.ts";
import { mailVerification } from "./accounts/verification-link.ts";
import { invitationMail } from "./mails.ts";
import { createCode } from "./protocol/one-time-code.ts";
import { builtInProvider, createIdentityService } from "./service.ts";
import { endSessionsOf } from "./sessions/session-sql.ts";

const invitationMs = 7 * 24 * 60 * 60 * 1000;

/** What happens to identities when staff change or invite users. */
export function createIdentityHooks(platform: Platform): IdentityHooks {
  const service = createIdentityService(platform);
  const { clock, random, config, mailer } = platform;
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
    async prepareInvitation(tx, user) {
      if (!user.email) return null;
      return isOutside ? `${config.publicUrl}/register` : invitationLink(tx, user.uid, user.email);
    },
    async mailInvitation(user, link) {
      if (!user.email) return;
      // The invitation exists already; a mail server that is down must not undo it, and the link can be asked for again.
      await mailer.send({ to: user.email, ...invitationMail(link, user.lang) }).catch((error: unknown) => {
        platform.log.error({ err: error, uid: user.uid }, "the invitation could not be mailed");
      });
    },
    mailVerification: async (user) => {
      await mailVerification(service, user, user.lang).catch((error: unknown) =>
        platform.log.error({ err: error, uid: user.uid }, "the verification mail could not be sent"),
      );
    },
  };

  /** An account without a password, and the link to choose one. */
  async function invitationLink(tx: Transaction, uid: string, email: string): Promise<string | null> {
    if (await findAccountByEmail(tx, email)) return null;
    const now = clock.now();
    const account = await insertAccount(tx, { localId: newUid(random), email, validSince: now, createdAt: now });
    const { localId } = account;
    await insertIdentity(tx, { provider: builtInProvider, subject: localId, uid, createdAt: now });
    const code = await createCode(service, tx, {
      requestType: "PASSWORD_RESET",
      email,
      localId,
      lifetimeMs: invitationMs,
    });
    return `${config.publicUrl}/reset-password?${new URLSearchParams({ token: code, email })}`;
  }
}
