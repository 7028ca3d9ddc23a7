import { Problem } from "@litfass/platform/problem";
import { hashSecret } from "@litfass/platform/security/sealing";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findUser, type UserRow } from "../../users/index.ts";
import { mailVerification } from "../accounts/verification-link.ts";
import type { IdentityCall } from "../identity-call.ts";
import { findChallenge } from "../second-factor/second-factor-sql.ts";
import type { IdentityService } from "../service.ts";
import { deviceOf } from "./device.ts";
import { sessionSeconds } from "./session.ts";
import { logIn, logOut, passSecondFactor } from "./session-commands.ts";
import type { VerifySignIn } from "./verify-sign-in.ts";

type Http = { request: FastifyRequest; reply: FastifyReply };

const challengeCookie = "litfass_challenge";
const challengeSeconds = 5 * 60;

const challengeCookieOptions = ({ platform }: IdentityService) =>
  ({
    path: "/api/v1/login",
    httpOnly: true,
    sameSite: "strict",
    secure: platform.config.publicUrl.startsWith("https://"),
  }) as const;

/** The browser of a request, with the session replaced by a sign-in (rotation). */
const browserOf = (request: FastifyRequest) => ({
  device: deviceOf(request),
  earlierSession: request.server.services.cookies.read(request),
});

/**
 * Opens a session for the holder of an identity token. The first sign-in creates the user and sends the verification
 * mail if the address is unverified.
 * @throws Problem 401 for an invalid token; 401 second_factor_needed with an HttpOnly challenge cookie valid for 5
 * minutes; 403 for a disabled or archived user
 */
export async function logInBrowser(
  service: IdentityService,
  verify: VerifySignIn,
  call: IdentityCall,
  { token, request, reply }: Http & { token: string },
): Promise<UserRow> {
  const { signInId, ...identity } = await verify(token);
  const outcome = await call.run(logIn, { identity, signInId, browser: browserOf(request) }, identity);
  const { user, isNew } = outcome;
  if (isNew && user.email && !user.emailVerifiedAt) await mailFirstVerification(service, user, user.email, call);
  if ("challenge" in outcome) {
    const options = { ...challengeCookieOptions(service), maxAge: challengeSeconds };
    reply.setCookie(challengeCookie, outcome.challenge, options);
    throw new Problem("unauthenticated", { code: "second_factor_needed", message: "second_factor.needed" });
  }
  request.server.services.cookies.set(reply, outcome.session, sessionSeconds);
  if (user.email && user.emailVerifiedAt) await service.knownNetworks.add(call.address, user.email);
  return user;
}

/**
 * Completes a sign-in pending its second factor and opens the session.
 * @throws Problem 401 second_factor_expired, 403 if the user was disabled in the meantime, 422 at `code`, 429
 */
export async function endHeldSignIn(
  service: IdentityService,
  call: IdentityCall,
  { code, request, reply }: Http & { code: string },
): Promise<UserRow> {
  const { db, clock } = service.platform;
  const id = request.cookies[challengeCookie];
  const waiting = id ? await findChallenge(db, hashSecret(id), clock.now()) : null;
  const user = waiting && (await findUser(db, waiting.uid));
  if (!waiting || !user) {
    throw new Problem("unauthenticated", { code: "second_factor_expired", message: "second_factor.expired" });
  }
  await service.secondFactor.admit(user.uid);
  const input = { uid: user.uid, signInId: waiting.signInId, code, browser: browserOf(request) };
  const session = await call.run(passSecondFactor, input, { uid: user.uid });
  reply.clearCookie(challengeCookie, challengeCookieOptions(service));
  request.server.services.cookies.set(reply, session, sessionSeconds);
  return user;
}

/** Ends the browser's session. */
export async function logOutBrowser(call: IdentityCall, { request, reply }: Http): Promise<void> {
  const { cookies } = request.server.services;
  const session = cookies.read(request);
  if (session) await call.run(logOut, { session });
  cookies.clear(reply);
}

/** The account already exists and the mail can be requested again, so the sign-in continues. */
async function mailFirstVerification(
  service: IdentityService,
  user: UserRow,
  email: string,
  { address, lang }: IdentityCall,
): Promise<void> {
  const { platform } = service;
  if (!(await service.mailLimits.admitFirst(address, email))) {
    platform.log.warn({ uid: user.uid }, "the verification mail was not sent: too many to this mailbox or network");
    return;
  }
  await mailVerification(service, user, lang).catch((error: unknown) =>
    platform.log.error({ err: error, uid: user.uid }, "the verification mail could not be sent"),
  );
}
