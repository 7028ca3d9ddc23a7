import type { AnyCommand } from "@litfass/platform/command/command";
import { changePassword } from "./accounts/change-password.ts";
import { closeAccount, deleteUnusedAccount } from "./accounts/close-account.ts";
import { inviteFirstAdmin } from "./accounts/first-admin.ts";
import { recoverAddress } from "./accounts/recover-email.ts";
import { resetByCode } from "./accounts/reset-password.ts";
import { verifyAddress } from "./accounts/verification-link.ts";
import { cleanUpIdentity } from "./clean-up.ts";
import { applyAddressCode } from "./protocol/apply-email-code.ts";
import { createMailedCode } from "./protocol/send-code.ts";
import { enterByCustomToken } from "./protocol/sign-in-with-custom-token.ts";
import { enterByProvider } from "./protocol/sign-in-with-idp.ts";
import { enterByLink } from "./protocol/sign-in-with-link.ts";
import { enterByPassword } from "./protocol/sign-in-with-password.ts";
import { addPassword, createAccount } from "./protocol/sign-up.ts";
import { updateOwnAccount } from "./protocol/update-account.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from "./second-factor/second-factor-commands.ts";
import { endOtherSessions, endOwnSession, logIn, logOut, passSecondFactor } from "./sessions/session-commands.ts";

/** Every command of identity. */
export const identityCommands: readonly AnyCommand[] = [
  createAccount,
  addPassword,
  enterByPassword,
  enterByLink,
  enterByProvider,
  enterByCustomToken,
  updateOwnAccount,
  createMailedCode,
  applyAddressCode,
  recoverAddress,
  resetByCode,
  verifyAddress,
  changePassword,
  closeAccount,
  deleteUnusedAccount,
  inviteFirstAdmin,
  logIn,
  passSecondFactor,
  logOut,
  endOwnSession,
  endOtherSessions,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  disableSecondFactor,
  resetSecondFactor,
  cleanUpIdentity,
];
