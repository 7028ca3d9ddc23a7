import { endpoints } from "@litfass/contract/index";
import { message } from "@litfass/contract/kernel/messages";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { accountState, conflict, invalid, unauthenticated } from "@litfass/platform/problem";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type AccountReaders,
  findUser,
  findUserBySubject,
  obstacleOf,
  presentUser,
  type UserRow,
} from "../users/index.ts";
import { changePassword, confirmPassword, isRecentSession } from "./accounts/change-password.ts";
import type { ClosingParts } from "./accounts/close-account.ts";
import { addEmailPages } from "./accounts/email-pages.ts";
import { mailForgottenPassword, resetForgottenPassword } from "./accounts/forgot-password.ts";
import { createGooglePasswords } from "./accounts/google-passwords.ts";
import { ownAccountRoutes } from "./accounts/own-account-routes.ts";
import { mailVerification } from "./accounts/verification-link.ts";
import { addWireRoutes } from "./protocol/wire-routes.ts";
import { addSocialPages } from "./providers/social-pages.ts";
import { secondFactorRoutes } from "./second-factor/second-factor-routes.ts";
import { hasSecondFactor } from "./second-factor/second-factor-sql.ts";
import { createIdentityService } from "./service.ts";
import { logIn } from "./sessions/log-in.ts";
import { signOutBrowser } from "./sessions/session.ts";
import { createVerifySignIn } from "./sessions/verify-sign-in.ts";

/** Sessions, passwords, verification of addresses, and the built-in identity provider where no other one is configured. */
export async function identityRoutes(
  app: FastifyInstance,
  platform: Platform,
  readers: AccountReaders,
  closing: ClosingParts,
): Promise<void> {
  const service = createIdentityService(platform);
  const verify = createVerifySignIn(service);
  const { db } = platform;
  const { firebase } = platform.config.providers;
  const google = firebase ? createGooglePasswords(platform, firebase.apiKey) : null;
  const present = (user: UserRow) => presentUser(db, user, readers);
  if (!firebase) await addWireRoutes(app, service, closing);
  await addEmailPages(app, service);
  await addSocialPages(app, service);

  mountPublic(app, endpoints.login, async ({ body, lang, request, reply }) =>
    present(await logIn(service, verify, { token: body.fb_token, lang, request, reply })),
  );

  mount(app, endpoints.logout, async ({ request, reply }) => {
    await signOutBrowser(platform, request, reply);
  });

  mountPublic(app, endpoints.checkUser, async ({ query, request }) => {
    const token = query.fb_token ?? bearerOf(request);
    if (!token) throw unauthenticated();
    const identity = await verify(token);
    const user = await findUserBySubject(db, identity.provider, identity.subject);
    return { userExists: user !== null, role: user?.role ?? null };
  });

  mount(app, endpoints.sendVerification, async ({ caller, lang, request }) => {
    const user = await enabledUser(caller.uid);
    if (user.emailVerifiedAt) return { message: message("verification.done", lang) };
    if (!user.email) throw invalid({ email: ["email.required"] });
    await service.mailLimits.countVerification(user.uid, request.ip, user.email);
    await mailVerification(service, user, lang);
    return { message: message("verification.sent", lang) };
  });

  mountPublic(app, endpoints.forgotPassword, async ({ body, lang, request }) => {
    await service.mailLimits.countForgotten(request.ip, body.email);
    if (google) await google.mailForgotten(body.email, lang);
    else await mailForgottenPassword(service, body.email, lang);
    return { message: message("forgot.sent", lang) };
  });

  mountPublic(app, endpoints.resetPassword, async ({ body, query, lang }) => {
    if (query.token !== undefined && query.token !== body.token) throw invalid({ token: ["reset.token"] });
    if (google) await google.reset(body.token, body.password);
    else await resetForgottenPassword(service, body, lang);
    return { message: message("password.changed", lang) };
  });

  mount(app, endpoints.setPassword, async ({ caller, body, lang, request }) => {
    const user = await enabledUser(caller.uid);
    await requirePassedFactor(user, request);
    const passwords = { current: body.current_password, password: body.password };
    if (google) await google.change(user, passwords.current, passwords.password);
    else await changePassword(service, user, passwords, request);
    return { message: message("password.changed", lang) };
  });

  secondFactorRoutes(app, platform, {
    enabledUser,
    present,
    confirmPassword: (user, password, request) =>
      google ? google.confirm(user, password) : confirmPassword(service, user, password, request.ip),
  });

  ownAccountRoutes(app, service, { enabledUser, closing, requirePassedFactor, google });

  /** Sessions of a user with a second factor are opened by passing it: a recent one has passed it recently. */
  async function requirePassedFactor(user: UserRow, request: FastifyRequest): Promise<void> {
    if (!(await hasSecondFactor(db, user.uid))) return;
    const isRecent = await isRecentSession(service, request.signedIn?.sessionIdHash ?? null);
    if (!isRecent) throw conflict("sign_in_again", "sign_in.again");
  }

  /** The caller, unless disabled: those calls are open to accounts that are not filled, but not to them. */
  async function enabledUser(uid: string): Promise<UserRow> {
    const user = await findUser(db, uid);
    if (!user) throw unauthenticated();
    if (obstacleOf(user) === "disabled") throw accountState(await present(user));
    return user;
  }
}

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
