import { endpoints } from "@litfass/contract/index";
import type { User } from "@litfass/contract/users/users";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { UserRow } from "../../users/index.ts";
import { endHeldSignIn } from "../sessions/sign-in-challenge.ts";
import { createCheckSecondFactor } from "./check-second-factor.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  showSecondFactor,
} from "./second-factor.ts";

export type SecondFactorParts = {
  /** The user of a call; not for disabled ones. */
  enabledUser(uid: string): Promise<UserRow>;
  /** The user as the wire shows it. */
  present(user: UserRow): Promise<User>;
  /** @throws Problem 422 at `password` where it is not the user's; passes where the user has none */
  confirmPassword(user: UserRow, password: string | undefined, request: FastifyRequest): Promise<void>;
};

/** The second step of a sign-in, and what a user does with the own second factor. */
export function secondFactorRoutes(app: FastifyInstance, platform: Platform, parts: SecondFactorParts): void {
  const check = createCheckSecondFactor(platform);
  const { enabledUser } = parts;

  mountPublic(app, endpoints.loginSecondFactor, async ({ body, request, reply }) =>
    parts.present(await endHeldSignIn(platform, check, { code: body.code, request, reply })),
  );

  mount(app, endpoints.showSecondFactor, async ({ caller }) =>
    showSecondFactor(platform, await enabledUser(caller.uid)),
  );

  mount(app, endpoints.beginSecondFactor, async ({ caller }) =>
    beginSecondFactor(platform, await enabledUser(caller.uid)),
  );

  mount(app, endpoints.confirmSecondFactor, async ({ caller, body, request }) => ({
    recovery_codes: await confirmSecondFactor(platform, check, await enabledUser(caller.uid), body.code, request),
  }));

  mount(app, endpoints.renewRecoveryCodes, async ({ caller, body }) => ({
    recovery_codes: await renewRecoveryCodes(platform, check, await enabledUser(caller.uid), body.code),
  }));

  mount(app, endpoints.disableSecondFactor, async ({ caller, body, request }) => {
    const user = await enabledUser(caller.uid);
    const confirm = () => parts.confirmPassword(user, body.password, request);
    await disableSecondFactor(platform, check, user, body.code, confirm);
  });

  mount(app, endpoints.resetSecondFactor, async ({ caller, params }) =>
    resetSecondFactor(platform, caller.uid, params.user),
  );
}
