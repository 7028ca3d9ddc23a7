import type { Platform } from "@litfass/platform/platform";
import { forbidden, Problem } from "@litfass/platform/problem";
import { hashSecret, newSecret } from "@litfass/platform/security/sealing";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findUser, mayNotSignIn, type UserRow } from "../../users/index.ts";
import { markSecondFactorPassed } from "../protocol/issue-tokens.ts";
import type { CheckSecondFactor } from "../second-factor/check-second-factor.ts";
import { deleteChallengesOf, findChallenge, insertChallenge } from "../second-factor/second-factor-sql.ts";
import { signInBrowser } from "./session.ts";

const cookieName = "litfass_challenge";
const minutes = 5;

const cookieOf = (platform: Platform) =>
  ({
    path: "/api/v1/login",
    httpOnly: true,
    sameSite: "strict",
    secure: platform.config.publicUrl.startsWith("https://"),
  }) as const;

/**
 * Puts a sign-in on hold until its second factor comes: the browser gets a challenge that is good for 5 minutes, out of
 * reach of scripts. @throws Problem 401 second_factor_needed, always
 */
export async function holdSignIn(
  platform: Platform,
  reply: FastifyReply,
  waiting: { uid: string; signInId: string | null },
): Promise<never> {
  const id = newSecret(platform.random);
  const expiresAt = new Date(platform.clock.now().getTime() + minutes * 60_000);
  await insertChallenge(platform.db, { idHash: hashSecret(id), ...waiting, expiresAt });
  reply.setCookie(cookieName, id, { ...cookieOf(platform), maxAge: minutes * 60 });
  throw new Problem("unauthenticated", { code: "second_factor_needed", message: "second_factor.needed" });
}

/**
 * Ends a sign-in on hold with a code or a recovery code, and opens the session.
 * @throws Problem 401 second_factor_expired, 403 where the user was disabled meanwhile, 422 at `code`, 429
 */
export async function endHeldSignIn(
  platform: Platform,
  check: CheckSecondFactor,
  call: { code: string; request: FastifyRequest; reply: FastifyReply },
): Promise<UserRow> {
  const { db, clock } = platform;
  const id = call.request.cookies[cookieName];
  const waiting = id ? await findChallenge(db, hashSecret(id), clock.now()) : null;
  const user = waiting ? await findUser(db, waiting.uid) : null;
  if (!waiting || !user)
    throw new Problem("unauthenticated", { code: "second_factor_expired", message: "second_factor.expired" });
  if (mayNotSignIn(user)) throw forbidden("login.disabled");
  await check(user.uid, call.code, { recovery: true });
  await deleteChallengesOf(db, user.uid);
  if (waiting.signInId) await markSecondFactorPassed(db, waiting.signInId, clock.now());
  call.reply.clearCookie(cookieName, cookieOf(platform));
  await signInBrowser(platform, call.request, call.reply, user.uid);
  return user;
}
