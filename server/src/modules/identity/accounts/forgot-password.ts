import { forbidden, invalid } from "@litfass/platform/problem";
import { readCode } from "../protocol/one-time-code.ts";
import { mailCode } from "../protocol/send-code.ts";
import { WireError } from "../protocol/wire-error.ts";
import type { IdentityService } from "../service.ts";
import { findAccountByEmail } from "./account-sql.ts";
import { setForgottenPassword } from "./reset-password.ts";

/** Mails a link to choose a new password. @throws Problem 403 for an address without an account (ERR-007) */
export async function mailForgottenPassword(service: IdentityService, email: string, lang: "en" | "de"): Promise<void> {
  const account = await findAccountByEmail(service.platform.db, email);
  if (!account) throw forbidden("forgot.unknown");
  await mailCode(service, { requestType: "PASSWORD_RESET", email, localId: account.localId }, lang);
}

/** Sets the new password with the token of the mail. @throws Problem 422 where token and address do not fit (any more) */
export async function resetForgottenPassword(
  service: IdentityService,
  input: { email: string; token: string; password: string },
  lang: "en" | "de",
): Promise<void> {
  try {
    const code = await readCode(service, input.token);
    if (code.email !== input.email) throw new WireError("INVALID_OOB_CODE");
    await setForgottenPassword(service, code, input.password, lang);
  } catch (error) {
    // The screen shows messages under the password only (ERR-009).
    if (error instanceof WireError) throw invalid({ password: ["reset.token"], token: ["reset.token"] });
    throw error;
  }
}
