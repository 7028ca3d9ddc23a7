import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { conflict } from "@litfass/platform/problem";
import { findSubject, type IdentityHooks, insertIdentity, newUid } from "../users/index.ts";
import { findAccountByEmail, insertAccount, updateAccountAndEndTokens } from "./accounts/account-sql.ts";
import { mailVerification } from "./accounts/verification-link.ts";
import { linkMail } from "./mails.ts";
import { createCode } from "./protocol/one-time-code.ts";
import { builtInProvider, type IdentityService } from "./service.ts";
import { endSessionsOf } from "./sessions/session-sql.ts";

const invitationMs = 7 * 24 * 60 * 60 * 1000;

/** Identity changes when staff change or invite users. Mails are sent after the commit. */
export function createIdentityHooks(service: IdentityService): IdentityHooks {
  const { clock, random, config } = service.platform;
  const isGoogle = config.providers.firebase !== null;
  return {
    async changeEmail(tx, uid, email) {
      // Identities at Google must be changed there; otherwise the user would keep signing in with the old address.
      if (isGoogle) throw conflict("identity_outside");
      const subject = await findSubject(tx, builtInProvider, uid);
      const holder = await findAccountByEmail(tx, email);
      if (holder && holder.localId !== subject) return false;
      if (subject) await updateAccountAndEndTokens(tx, subject, { email, emailVerified: false }, clock.now());
      return true;
    },
    async endSessions(tx, uid) {
      await endSessionsOf(tx, uid);
    },
    async prepareInvitation(tx, user) {
      if (!user.email) return null;
      return isGoogle ? `${config.publicUrl}/register` : invitationLink(tx, user.uid, user.email);
    },
    async mailInvitation(user, link) {
      if (user.email) await service.sendMail(user.email, linkMail("invitation", link, user.lang));
    },
    mailVerification: (user) => mailVerification(service, user, user.lang),
  };

  /** An account without a password, and the link to choose one. */
  async function invitationLink(tx: WriteTransaction, uid: string, email: string): Promise<string | null> {
    if (await findAccountByEmail(tx, email)) return null;
    const now = clock.now();
    const { localId } = await insertAccount(tx, { localId: newUid(random), email, validSince: now, createdAt: now });
    await insertIdentity(tx, { provider: builtInProvider, subject: localId, uid, createdAt: now });
    const code = await createCode(
      { tx, random, clock },
      { requestType: "PASSWORD_RESET", email, localId, lifetimeMs: invitationMs },
    );
    return `${config.publicUrl}/reset-password?${new URLSearchParams({ token: code, email })}`;
  }
}
