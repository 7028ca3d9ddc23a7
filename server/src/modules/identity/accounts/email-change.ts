import { findUserBySubject } from "../../users/index.ts";
import { addressChangedMail } from "../mails.ts";
import { createCode } from "../protocol/one-time-code.ts";
import { codeLink, mailCode } from "../protocol/send-code.ts";
import { WireError } from "../protocol/wire-error.ts";
import type { WireCall } from "../protocol/wire-input.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import type { AccountRow } from "../tables.ts";

/**
 * Mails a link to the new address of an account; the address changes when the link is opened.
 * @throws WireError QUOTA_EXCEEDED after many mails
 */
export async function mailChangeOfEmail(
  service: IdentityService,
  account: AccountRow & { email: string },
  newEmail: string,
  call: WireCall,
): Promise<void> {
  if (!(await service.mailLimits.admitCode(call.address, newEmail))) {
    throw new WireError("RESET_PASSWORD_EXCEED_LIMIT");
  }
  const request = { requestType: "VERIFY_AND_CHANGE_EMAIL", email: account.email, newEmail } as const;
  await mailCode(service, { ...request, localId: account.localId }, call.lang);
}

/**
 * Tells the former address of a change, with a link that undoes it where that address had been proved: an address that
 * was not may belong to anybody. A mail server that is down does not undo the change.
 */
export async function tellFormerAddress(
  service: IdentityService,
  former: { email: string | null; emailVerified: boolean },
  account: AccountRow,
): Promise<void> {
  const { platform } = service;
  const { email } = former;
  const user = await findUserBySubject(platform.db, builtInProvider, account.localId);
  if (!user || !email || !account.email) return;
  // Somebody could fill a mailbox by moving an account to and from its address.
  if (!former.emailVerified && !(await service.mailLimits.admitNotice(email))) return;
  const request = { requestType: "RECOVER_EMAIL", email, newEmail: account.email } as const;
  const code = former.emailVerified
    ? await createCode(service, platform.db, { ...request, localId: account.localId })
    : null;
  const undo = code && codeLink(platform.config.publicUrl, request, code, user.lang, undefined);
  await platform.mailer
    .send({ to: email, ...addressChangedMail(account.email, undo, user.lang) })
    .catch((error: unknown) => platform.log.error({ err: error, uid: user.uid }, "the former address was not told"));
}
