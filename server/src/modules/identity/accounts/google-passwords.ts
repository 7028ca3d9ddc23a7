import type { Language } from "@litfass/contract/kernel/language";
import type { Config } from "@litfass/platform/config/config";
import type { Platform } from "@litfass/platform/platform";
import { conflict, forbidden, invalid, tooMany, unavailable } from "@litfass/platform/problem";
import type { UserRow } from "../../users/index.ts";
import { identityPlatformOf } from "../providers/identity-platform.ts";

export type GooglePasswords = {
  /** Has Google mail a link. @throws Problem 403 for an address without an account */
  mailForgotten(email: string, lang: Language): Promise<void>;
  /** Sets the new password with the mailed code. @throws Problem 422 */
  reset(code: string, password: string): Promise<void>;
  /** Changes a password, given the current one. @throws Problem 422 at current_password */
  change(user: UserRow, current: string | undefined, password: string): Promise<void>;
  /** Checks a user's password; passes if there is none. @throws Problem 422 at password */
  confirm(user: UserRow, password: string | undefined): Promise<void>;
  /** Has Google mail a link to a new address. @throws Problem 422 at password or email, 409 if there is no password */
  mailNewEmail(user: UserRow, password: string | undefined, email: string, lang: Language): Promise<void>;
  /**
   * Deletes the identity of a user with a password; identities of social providers remain there. @throws Problem 422
   * at password
   */
  remove(user: UserRow, password: string | undefined): Promise<void>;
};

/** Passwords at an external identity provider, by the same calls as the client library. */
export function createGooglePasswords(
  platform: Platform,
  provider: NonNullable<Config["providers"]["firebase"]>,
): GooglePasswords {
  const { toolkit } = identityPlatformOf(provider);
  const call = async (name: string, body: object, lang = "en"): Promise<{ error: string | null; body: Answer }> => {
    const answer = await platform
      .egress(`${toolkit}/accounts:${name}?key=${encodeURIComponent(provider.apiKey)}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-firebase-locale": lang },
        body: JSON.stringify(body),
        timeoutMs: 30_000,
        maxBytes: 100_000,
      })
      .catch((error: unknown) => {
        platform.log.warn({ err: error, call: name }, "the identity provider does not answer");
        throw unavailable();
      });
    if (answer.status >= 500) throw unavailable();
    const parsed = answer.json() as Answer;
    const code = parsed.error?.message?.split(" : ")[0] ?? null;
    if (code === "TOO_MANY_ATTEMPTS_TRY_LATER" || code === "RESET_PASSWORD_EXCEED_LIMIT") throw tooMany(15 * 60);
    return { error: code, body: parsed };
  };
  const signIn = async (user: UserRow, password: string | undefined): Promise<string | undefined> => {
    if (!password) throw invalid({ password: ["rule.required"] });
    const { error, body } = await call("signInWithPassword", { email: user.email, password, returnSecureToken: true });
    if (error !== null) throw invalid({ password: ["password.wrong"] });
    return body.idToken;
  };
  const hasPassword = (user: UserRow): boolean => user.signInProviders.includes("password");
  return {
    async mailForgotten(email, lang) {
      const { error } = await call("sendOobCode", { requestType: "PASSWORD_RESET", email }, lang);
      if (error !== null) throw forbidden("forgot.unknown");
    },
    async reset(code, password) {
      const { error } = await call("resetPassword", { oobCode: code, newPassword: password });
      if (error === "WEAK_PASSWORD") throw invalid({ password: ["password.short"] });
      if (error !== null) throw invalid({ password: ["reset.token"], token: ["reset.token"] });
    },
    async confirm(user, password) {
      if (hasPassword(user)) await signIn(user, password);
    },
    async mailNewEmail(user, password, newEmail, lang) {
      if (!hasPassword(user)) throw conflict("identity_outside", "email.outside");
      const idToken = await signIn(user, password);
      const { error } = await call("sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail }, lang);
      if (error === "EMAIL_EXISTS") throw invalid({ email: ["email.taken"] });
      if (error !== null) throw invalid({ email: ["email.invalid"] });
    },
    async remove(user, password) {
      if (!hasPassword(user)) return;
      const { error } = await call("delete", { idToken: await signIn(user, password) });
      if (error !== null) throw unavailable();
    },
    async change(user, current, password) {
      if (!current) throw invalid({ current_password: ["rule.required"] });
      const known = await call("signInWithPassword", {
        email: user.email,
        password: current,
        returnSecureToken: true,
      });
      if (known.error !== null) throw invalid({ current_password: ["password.wrong"] });
      const { error } = await call("update", { idToken: known.body.idToken, password, returnSecureToken: true });
      if (error !== null) throw invalid({ password: ["password.short"] });
    },
  };
}

type Answer = { idToken?: string; error?: { message?: string } };
