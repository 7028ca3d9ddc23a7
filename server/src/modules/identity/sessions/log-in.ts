import { forbidden } from "@litfass/platform/problem";
import type { FastifyReply, FastifyRequest } from "fastify";
import { mayNotSignIn, openUser, type UserRow } from "../../users/index.ts";
import { mailVerification } from "../accounts/verification-link.ts";
import { hasSecondFactor } from "../second-factor/second-factor-sql.ts";
import type { IdentityService } from "../service.ts";
import { signInBrowser } from "./session.ts";
import { holdSignIn } from "./sign-in-challenge.ts";
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
    await mailFirstVerification(service, user, user.email, call);
  }
  if (await hasSecondFactor(platform.db, user.uid)) {
    await holdSignIn(platform, call.reply, { uid: user.uid, signInId: identity.signInId });
  }
  await signInBrowser(platform, call.request, call.reply, user.uid);
  if (user.email && user.emailVerifiedAt) await service.knownNetworks.add(call.request.ip, user.email);
  return user;
}

/** The account is there already: without this mail, which can be asked for again, the sign-in goes on all the same. */
async function mailFirstVerification(
  service: IdentityService,
  user: UserRow,
  email: string,
  call: { lang: "en" | "de"; request: FastifyRequest },
): Promise<void> {
  const { platform } = service;
  if (!(await service.mailLimits.admitFirst(call.request.ip, email))) {
    platform.log.warn({ uid: user.uid }, "the verification mail was not sent: too many to this mailbox or network");
    return;
  }
  await mailVerification(service, user, call.lang).catch((error: unknown) =>
    platform.log.error({ err: error, uid: user.uid }, "the verification mail could not be sent"),
  );
}
