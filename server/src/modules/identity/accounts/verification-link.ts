import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { findSubject, findUser, type UserRow, verifyEmail } from "../../users/index.ts";
import { codeMail } from "../mails.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { updateAccount } from "./account-sql.ts";

const validMs = 3 * 24 * 60 * 60 * 1000;

/** Which address the link verifies: after a change of address an older link is worth nothing. */
const hashOf = (email: string): string => createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 40);

const signatureOf = (secret: string, uid: string, hash: string, expires: string): string =>
  createHmac("sha256", secret).update(`verify-email|${uid}|${hash}|${expires}`).digest("base64url");

/** A signed link that verifies a user's address; valid for three days. */
export function verificationLink(service: IdentityService, uid: string, email: string): string {
  const { config, clock } = service.platform;
  const hash = hashOf(email);
  const expires = String(Math.floor((clock.now().getTime() + validMs) / 1000));
  const query = new URLSearchParams({ expires, signature: signatureOf(config.secrets.signing, uid, hash, expires) });
  return `${config.publicUrl}/email/verify/${uid}/${hash}?${query}`;
}

/** Sends the mail with the link. @throws where the mail server does not take it */
export async function mailVerification(service: IdentityService, user: UserRow, lang: "en" | "de"): Promise<void> {
  if (!user.email) return;
  const link = verificationLink(service, user.uid, user.email);
  await service.platform.mailer.send({ to: user.email, ...codeMail("VERIFY_EMAIL", link, lang) });
}

export type LinkParts = { uid: string; hash: string; expires: string; signature: string };

/** Verifies the address of a link, here and at the built-in provider. False where the link is altered or over. */
export async function applyVerificationLink(service: IdentityService, link: LinkParts): Promise<boolean> {
  const { config, clock, db } = service.platform;
  const expected = Buffer.from(signatureOf(config.secrets.signing, link.uid, link.hash, link.expires));
  const given = Buffer.from(link.signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const now = clock.now();
  if (Number(link.expires) * 1000 <= now.getTime()) return false;
  const user = await findUser(db, link.uid);
  if (!user?.email || hashOf(user.email) !== link.hash) return false;
  const { email } = user;
  return db.transaction(async (tx) => {
    const subject = await findSubject(tx, builtInProvider, user.uid);
    if (subject) await updateAccount(tx, subject, { emailVerified: true });
    return verifyEmail(tx, user.uid, email, now);
  });
}
