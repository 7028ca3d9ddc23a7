import { endpoints } from "@litfass/contract/index";
import { message } from "@litfass/contract/kernel/messages";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import { invalid, unauthenticated } from "@litfass/platform/problem";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type AccountReaders, findUserBySubject } from "../users/index.ts";
import { addEmailPages } from "./accounts/email-pages.ts";
import { createOwnAccount } from "./accounts/own-account.ts";
import { ownAccountRoutes } from "./accounts/own-account-routes.ts";
import { mailForgottenPassword, resetForgottenPassword } from "./accounts/reset-password.ts";
import { identityCallOf } from "./identity-call.ts";
import { addWireRoutes } from "./protocol/wire-routes.ts";
import { addSocialPages } from "./providers/social-pages.ts";
import { secondFactorRoutes } from "./second-factor/second-factor-routes.ts";
import type { IdentityServices } from "./service.ts";
import { logInBrowser, logOutBrowser } from "./sessions/log-in.ts";
import { createVerifySignIn } from "./sessions/verify-sign-in.ts";

/** Sessions, passwords, address verification, and the built-in identity provider unless another one is configured. */
export async function identityRoutes(
  app: FastifyInstance,
  services: IdentityServices,
  readers: AccountReaders,
): Promise<void> {
  const { identity: service } = services;
  const { db, config } = service.platform;
  const verify = createVerifySignIn(service);
  const own = createOwnAccount(service, readers);
  const { google } = own;
  if (!config.providers.firebase) await addWireRoutes(app, service);
  await addEmailPages(app, service);
  await addSocialPages(app, service);

  mountPublic(app, endpoints.signIn, async ({ body, lang, request, reply }) => {
    const call = identityCallOf(service, request, lang);
    return own.present(await logInBrowser(service, verify, call, { token: body.fb_token, request, reply }));
  });

  mount(app, endpoints.signOut, ({ caller, lang, request, reply }) =>
    logOutBrowser(identityCallOf(service, request, lang, caller), { request, reply }),
  );

  mountPublic(app, endpoints.checkUser, async ({ query, request }) => {
    const token = query.fb_token ?? bearerOf(request);
    if (!token) throw unauthenticated();
    const identity = await verify(token);
    const user = await findUserBySubject(db, identity.provider, identity.subject);
    return { userExists: user !== null, role: user?.role ?? null };
  });

  mountPublic(app, endpoints.requestPasswordReset, async ({ body, lang, request }) => {
    await service.mailLimits.countForgotten(request.ip, body.email);
    if (google) await google.mailForgotten(body.email, lang);
    else await mailForgottenPassword(service, identityCallOf(service, request, lang), body.email);
    return { message: message("forgot.sent", lang) };
  });

  mountPublic(app, endpoints.resetPassword, async ({ body, query, lang, request }) => {
    if (query.token !== undefined && query.token !== body.token) throw invalid({ token: ["reset.token"] });
    if (google) await google.reset(body.token, body.password);
    else await resetForgottenPassword(service, identityCallOf(service, request, lang), body);
    return { message: message("password.changed", lang) };
  });

  ownAccountRoutes(app, services, own);
  secondFactorRoutes(app, service, own);
}

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? null;
