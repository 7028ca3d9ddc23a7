import { createHash, createHmac } from "node:crypto";
import type { Language } from "@litfass/contract/kernel/language";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { isSignedByAny } from "@litfass/platform/security/keys";
import { findSubject, findUser, lockUser, recordUserChange, type UserRow, verifyEmail } from "../../users/index.ts";
import type { IdentityCall } from "../identity-call.ts";
import { codeMail } from "../mails.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { updateAccount } from "./account-sql.ts";

const validMs = 3 * 24 * 60 * 60 * 1000;

/** The address that the link verifies: after a change of address an older link is void. */
const hashOf = (email: string): string => createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 40);

const signatureOf = (secret: string, uid: string, hash: string, expires: string): string =>
  createHmac("sha256", secret).update(`verify-email|${uid}|${hash}|${expires}`).digest("base64url");

/** A signed link that verifies a user's address; valid for three days. */
function verificationLink(service: IdentityService, uid: string, email: string): string {
  const { config, clock } = service.platform;
  const hash = hashOf(email);
  const expires = String(Math.floor((clock.now().getTime() + validMs) / 1000));
  const signature = signatureOf(config.secrets.signing[0], uid, hash, expires);
  const query = new URLSearchParams({ expires, signature });
  return `${config.publicUrl}/email/verify/${uid}/${hash}?${query}`;
}

/** Sends the mail with the link. */
export async function mailVerification(service: IdentityService, user: UserRow, lang: Language): Promise<void> {
  if (!user.email) return;
  await service.sendMail(user.email, codeMail("VERIFY_EMAIL", verificationLink(service, user.uid, user.email), lang));
}

type LinkParts = { uid: string; hash: string; expires: string; signature: string };

/** Verifies the address of a link, here and at the built-in provider. False if the link was modified or has expired. */
export async function applyVerificationLink(
  service: IdentityService,
  call: IdentityCall,
  link: LinkParts,
): Promise<boolean> {
  const { config, clock, db } = service.platform;
  const sign = (key: string): string => signatureOf(key, link.uid, link.hash, link.expires);
  if (!isSignedByAny(config.secrets.signing, link.signature, sign)) return false;
  if (Number(link.expires) * 1000 <= clock.now().getTime()) return false;
  const user = await findUser(db, link.uid);
  if (!user?.email || hashOf(user.email) !== link.hash) return false;
  return call.run(verifyAddress, { uid: user.uid, email: user.email }, { uid: user.uid });
}

/** Marks a user's address as verified. Sessions and sign-in methods stay. False if the address has changed. */
export const verifyAddress = command({
  name: "identity.verify_email",
  errors: [],
  async run({ ctx, input: { uid, email } }: CommandCall<{ uid: string; email: string }>): Promise<boolean> {
    const { tx, audit, clock } = ctx;
    const before = await lockUser(tx, uid);
    if (!before || !(await verifyEmail(tx, uid, email, clock.now()))) return false;
    const subject = await findSubject(tx, builtInProvider, uid);
    if (subject) await updateAccount(tx, subject, { emailVerified: true });
    const after = await findUser(tx, uid);
    if (after) await recordUserChange(audit, before, after);
    return true;
  },
});
