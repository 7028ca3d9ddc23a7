import { call } from "../../api/api.ts";
import { ApiError } from "../../api/api-error.ts";
import { enterSession } from "../../api/enter-session.ts";

/**
 * The login step: gets an identity token, posts it, and enters the session of the answered user (STATE-017).
 * A refusal (403) also ends the session at the identity provider (STATE-020).
 */
export async function signInWith(tokenOf: () => Promise<string>): Promise<void> {
  const fb_token = await tokenOf();
  try {
    await enterSession(await call("login", { body: { fb_token } }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      const { signOutIdentity } = await import("./firebase.ts");
      await signOutIdentity();
    }
    throw error;
  }
}
