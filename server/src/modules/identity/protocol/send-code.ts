import type { Language } from "@litfass/contract/kernel/language";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { findAccountByEmail } from "../accounts/account-sql.ts";
import type { IdentityCall, ProvedIdentity } from "../identity-call.ts";
import { codeMail } from "../mails.ts";
import type { IdentityService } from "../service.ts";
import { requireSensitiveSignIn } from "../sessions/sensitive-sign-in.ts";
import type { AccountRow, CodeKind, MailedCode } from "../tables.ts";
import { createCode } from "./one-time-code.ts";
import { accountOfToken } from "./token-account.ts";
import { WireError } from "./wire-error.ts";
import { required, type WireInput, wireEmail } from "./wire-input.ts";

/** The purpose of a mailed code. The code that undoes a change of address is part of the change's notice. */
type CodeRequest = { requestType: MailedCode; email: string; newEmail?: string; localId?: string };

/**
 * accounts:sendOobCode. Mails a code that verifies or changes an address, resets a password or signs in.
 * @throws WireError EMAIL_NOT_FOUND, MISSING_EMAIL, EMAIL_EXISTS, UNAUTHORIZED_DOMAIN, RESET_PASSWORD_EXCEED_LIMIT and
 * those of the ID token
 */
export async function sendCode(
  service: IdentityService,
  input: WireInput,
  call: IdentityCall,
): Promise<Record<string, unknown>> {
  if (input.continueUrl) requireOwnAddress(service, input.continueUrl);
  const request = await codeRequest(service, input);
  if (!(await service.mailLimits.admitCode(call.address, request.email))) {
    throw new WireError("RESET_PASSWORD_EXCEED_LIMIT");
  }
  await mailCode(service, call, request, null, input.continueUrl);
  return { kind: "identitytoolkit#GetOobConfirmationCodeResponse", email: request.email };
}

/** Creates a code and mails it; for a new address, to the new one. */
export async function mailCode(
  service: IdentityService,
  call: IdentityCall,
  request: CodeRequest,
  proved: ProvedIdentity | null = null,
  continueUrl?: string,
): Promise<void> {
  const code = await call.run(createMailedCode, request, proved);
  const link = codeLink(service.platform.config.publicUrl, request, code, call.lang, continueUrl);
  await service.sendMail(request.newEmail ?? request.email, codeMail(request.requestType, link, call.lang));
}

/** Stores the hash of a new code. @returns the code, only for its mail */
export const createMailedCode = command({
  name: "identity.create_code",
  errors: [],
  run({ ctx, input }: CommandCall<CodeRequest>): Promise<string> {
    ctx.audit.unchanged("a mailed code changes nothing until it is used");
    return createCode(ctx, input);
  },
});

async function codeRequest(service: IdentityService, input: WireInput): Promise<CodeRequest> {
  const requestType = required(input.requestType, "MISSING_REQ_TYPE");
  switch (requestType) {
    case "PASSWORD_RESET": {
      const email = wireEmail(required(input.email, "MISSING_EMAIL"));
      const account = await findAccountByEmail(service.platform.db, email);
      if (!account) throw new WireError("EMAIL_NOT_FOUND");
      return { requestType, email, localId: account.localId };
    }
    case "VERIFY_EMAIL": {
      const { account } = await accountOfToken(service, input.idToken);
      return { requestType, email: emailOf(account), localId: account.localId };
    }
    case "EMAIL_SIGNIN": {
      const email = wireEmail(required(input.email, "MISSING_EMAIL"));
      required(input.continueUrl, "MISSING_CONTINUE_URI");
      return { requestType, email };
    }
    case "VERIFY_AND_CHANGE_EMAIL": {
      const { account, claims } = await accountOfToken(service, input.idToken);
      await requireSensitiveSignIn(service, account, claims);
      const newEmail = wireEmail(required(input.newEmail, "MISSING_NEW_EMAIL"));
      if (await findAccountByEmail(service.platform.db, newEmail)) throw new WireError("EMAIL_EXISTS");
      return { requestType, email: emailOf(account), newEmail, localId: account.localId };
    }
    default:
      throw new WireError("INVALID_REQ_TYPE : Unsupported request parameters.");
  }
}

const emailOf = (account: AccountRow): string => required(account.email ?? undefined, "MISSING_EMAIL");

/** The domains that links may lead back to. */
export const authorizedDomains = (service: IdentityService): string[] => {
  const own = new URL(service.platform.config.publicUrl).hostname;
  return service.platform.config.production ? [own] : [...new Set([own, "localhost", "127.0.0.1"])];
};

/** @throws WireError INVALID_CONTINUE_URI, UNAUTHORIZED_DOMAIN for a URL outside the installation */
function requireOwnAddress(service: IdentityService, continueUrl: string): void {
  if (!URL.canParse(continueUrl) || !/^https?:$/.test(new URL(continueUrl).protocol)) {
    throw new WireError("INVALID_CONTINUE_URI");
  }
  if (!authorizedDomains(service).includes(new URL(continueUrl).hostname)) throw new WireError("UNAUTHORIZED_DOMAIN");
}

const modes: Record<CodeKind, string> = {
  VERIFY_EMAIL: "verifyEmail",
  PASSWORD_RESET: "resetPassword",
  EMAIL_SIGNIN: "signIn",
  VERIFY_AND_CHANGE_EMAIL: "verifyAndChangeEmail",
  RECOVER_EMAIL: "recoverEmail",
};

/** The URL of a mailed code: the reset screen, the sign-in screen, or the page that applies codes. */
export function codeLink(
  publicUrl: string,
  request: { requestType: CodeKind; email: string },
  code: string,
  lang: Language,
  continueUrl: string | undefined,
): string {
  if (request.requestType === "PASSWORD_RESET") {
    return `${publicUrl}/reset-password?${new URLSearchParams({ token: code, email: request.email })}`;
  }
  const path = request.requestType === "EMAIL_SIGNIN" ? "/login" : "/email/action";
  const query = new URLSearchParams({ mode: modes[request.requestType], oobCode: code, apiKey: publicApiKey, lang });
  if (continueUrl) query.set("continueUrl", continueUrl);
  return `${publicUrl}${path}?${query}`;
}

/** The web app's API key. It names the installation and is not a secret; any key is accepted. */
export const publicApiKey = "litfass-web";
