import { endpoints } from "@litfass/contract/index";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import { mountCommand, runCommand } from "@litfass/platform/http/mount-command";
import { conflict } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import type { OwnAccount } from "../accounts/own-account.ts";
import { identityCallOf } from "../identity-call.ts";
import type { IdentityService } from "../service.ts";
import { endHeldSignIn } from "../sessions/log-in.ts";
import { needsSecondFactor, showSecondFactor } from "./second-factor.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
} from "./second-factor-commands.ts";

/** The second step of a sign-in, and managing the user's second factor. */
export function secondFactorRoutes(app: FastifyInstance, service: IdentityService, own: OwnAccount): void {
  const { platform, secondFactor: guard } = service;

  mountPublic(app, endpoints.verifySecondFactor, async ({ body, request, reply, lang }) =>
    own.present(
      await endHeldSignIn(service, identityCallOf(service, request, lang), { code: body.code, request, reply }),
    ),
  );

  mount(app, endpoints.showSecondFactor, async ({ caller }) =>
    showSecondFactor(platform, await own.enabledUser(caller.uid)),
  );

  mountCommand(app, endpoints.beginSecondFactor, beginSecondFactor, async ({ caller, request }) => {
    await own.enabledUser(caller.uid);
    // A person who finds an open session could lock its owner out with a factor of their own.
    await own.requireRecentSignIn(request);
    return null;
  });

  mountCommand(app, endpoints.confirmSecondFactor, confirmSecondFactor, async ({ caller, body, request }) => {
    await own.enabledUser(caller.uid);
    await guard.admit(caller.uid, { confirming: true });
    return { code: body.code, keepsSession: request.signedIn?.sessionIdHash ?? null };
  });

  mountCommand(app, endpoints.renewRecoveryCodes, renewRecoveryCodes, async ({ caller, body }) => {
    await own.enabledUser(caller.uid);
    await guard.admit(caller.uid);
    return body;
  });

  mount(app, endpoints.disableSecondFactor, async (call) => {
    const user = await own.enabledUser(call.caller.uid);
    if (needsSecondFactor(platform, user)) throw conflict("second_factor_required");
    await own.confirmPassword(user, call.body.password, call.request);
    await guard.admit(user.uid);
    await runCommand(call, disableSecondFactor, { code: call.body.code });
  });

  mountCommand(app, endpoints.resetSecondFactor, resetSecondFactor, ({ params }) => ({ uid: params.user }));
}
