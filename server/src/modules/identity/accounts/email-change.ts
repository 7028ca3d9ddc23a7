import { invalid } from "@litfass/platform/problem";
import { findUserBySubject, isEmailTaken, type UserRow } from "../../users/index.ts";
import { type IdentityCall, provedAccount } from "../identity-call.ts";
import { addressChangedMail } from "../mails.ts";
import { createCode } from "../protocol/one-time-code.ts";
import { codeLink, mailCode } from "../protocol/send-code.ts";
import { WireError } from "../protocol/wire-error.ts";
import { builtInProvider, type IdentityContext, type IdentityService } from "../service.ts";
import type { AccountRow } from "../tables.ts";
import { findAccountByEmail } from "./account-sql.ts";
import { findAccountOfUser } from "./change-password.ts";

/**
 * Mails a link to a user's new address; the address changes when the link is opened. Call it after the user has
 * confirmed their identity.
 * @throws Problem 422 at `email` for the current or a taken address, 429 after many mails
 */
export async function mailNewEmail(
  service: IdentityService,
  call: IdentityCall,
  user: UserRow,
  newEmail: string,
): Promise<void> {
  const { db } = service.platform;
  const account = await findAccountOfUser(db, user.uid);
  if (!account?.email) throw invalid({ email: ["error.conflict"] });
  if (account.email === newEmail) throw invalid({ email: ["email.unchanged"] });
  if ((await findAccountByEmail(db, newEmail)) || (await isEmailTaken(db, newEmail, user.uid))) {
    throw invalid({ email: ["email.taken"] });
  }
  await service.mailLimits.countForgotten(call.address, newEmail);
  const request = { requestType: "VERIFY_AND_CHANGE_EMAIL", email: account.email, newEmail } as const;
  await mailCode(service, call, { ...request, localId: account.localId });
}

/** The same for the protocol's accounts:update. @throws WireError RESET_PASSWORD_EXCEED_LIMIT after many mails */
export async function mailChangeOfEmail(
  service: IdentityService,
  call: IdentityCall,
  account: { localId: string; email: string },
  newEmail: string,
): Promise<void> {
  if (!(await service.mailLimits.admitCode(call.address, newEmail))) {
    throw new WireError("RESET_PASSWORD_EXCEED_LIMIT");
  }
  const request = { requestType: "VERIFY_AND_CHANGE_EMAIL", email: account.email, newEmail } as const;
  await mailCode(service, call, { ...request, localId: account.localId }, provedAccount(account.localId));
}

/**
 * Notifies the previous address of a change after the commit, with an undo link only if it had been verified: an
 * unverified one may belong to anyone.
 */
export async function notifyFormerAddress(
  ctx: IdentityContext,
  former: { email: string | null; emailVerified: boolean },
  account: AccountRow,
): Promise<void> {
  const service = ctx.services.identity;
  const { email, emailVerified } = former;
  const newEmail = account.email;
  const user = await findUserBySubject(ctx.tx, builtInProvider, account.localId);
  if (!user || !email || !newEmail) return;
  const request = { requestType: "RECOVER_EMAIL", email, newEmail } as const;
  const code = emailVerified ? await createCode(ctx, { ...request, localId: account.localId }) : null;
  const undo = code && codeLink(ctx.config.publicUrl, request, code, user.lang, undefined);
  ctx.afterCommit(async () => {
    // Repeatedly changing an account to and from an address could flood its mailbox.
    if (!emailVerified && !(await service.mailLimits.admitNotice(email))) return;
    await service.sendMail(email, addressChangedMail(newEmail, undo, user.lang));
  });
}
