import type { FastifyReply, FastifyRequest } from "fastify";
import { forbidden } from "../platform/problem.ts";
import { mayNotSignIn, openUser, type UserRow } from "../users/index.ts";
import { hasSecondFactor } from "./second-factor-sql.ts";
import type { IdentityService } from "./service.ts";
import { signInBrowser } from "./session.ts";
import { holdSignIn } from "./sign-in-challenge.ts";
import { mailVerification } from "./verification-link.ts";
import type { VerifySignIn } from "./verify-sign-in.ts";

/**
 * Opens a session for the holder of an identity token. The first sign-in creates the user, always as customer, and
 * sends the verification mail where the address still needs it.
 * @throws Problem 401 for a token that does not count and, as second_factor_needed, until the second factor comes; 403 for a disabled or archived user
 */
export async function logIn(
  service: IdentityService,
  verify: VerifySignIn,
  call: { token: string; lang: "en" | "de"; request: FastifyRequest; reply: FastifyReply },
): Promise<UserRow> {
  const { platform } = service;
  const identity = await verify(call.token);
  const { user, isNew } = await openUser(platform.db, platform, identity, call.lang);
  if (mayNotSignIn(user)) throw forbidden("login.disabled");
  if (isNew && user.email && !user.emailVerifiedAt) {
    // The account is there already; a mail server that is down must not undo it, and the mail can be asked for again.
    await mailVerification(service, user, call.lang).catch((error: unknown) =>
      platform.log.error({ err: error, uid: user.uid }, "the verification mail could not be sent"),
    );
  }
  if (await hasSecondFactor(platform.db, user.uid)) {
    await holdSignIn(platform, call.reply, { uid: user.uid, signInId: identity.signInId });
  }
  await signInBrowser(platform, call.request, call.reply, user.uid);
  return user;
}
