import { invalid } from "@litfass/platform/problem";
import { findSubject, isEmailTaken, type UserRow } from "../../users/index.ts";
import { mailCode } from "../protocol/send-code.ts";
import { builtInProvider, type IdentityService } from "../service.ts";
import { findAccount, findAccountByEmail } from "./account-sql.ts";

/**
 * Mails a link to the new address of a user; it counts from the moment the link is opened. Call it for somebody who has
 * just shown who they are.
 * @throws Problem 422 at `email` for the present or a taken address, 429 after many mails
 */
export async function mailNewEmail(
  service: IdentityService,
  user: UserRow,
  input: { email: string; lang: "en" | "de"; address: string },
): Promise<void> {
  const { db } = service.platform;
  const { email, lang, address } = input;
  const subject = await findSubject(db, builtInProvider, user.uid);
  const account = subject ? await findAccount(db, subject) : null;
  if (!account?.email) throw invalid({ email: ["error.conflict"] });
  if (account.email === email) throw invalid({ email: ["email.unchanged"] });
  if ((await findAccountByEmail(db, email)) || (await isEmailTaken(db, email, user.uid))) {
    throw invalid({ email: ["email.taken"] });
  }
  await service.mailLimits.countForgotten(address, email);
  const request = { requestType: "VERIFY_AND_CHANGE_EMAIL", email: account.email, newEmail: email } as const;
  await mailCode(service, { ...request, localId: account.localId }, lang);
}
