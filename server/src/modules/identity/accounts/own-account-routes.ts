import { listedSessions } from "@litfass/contract/identity/own-account";
import { endpoints } from "@litfass/contract/index";
import { message } from "@litfass/contract/kernel/messages";
import { mount } from "@litfass/platform/http/mount";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { UserRow } from "../../users/index.ts";
import type { IdentityService } from "../service.ts";
import { idleMs } from "../sessions/session.ts";
import { endSessionOf, endSessionsOf, listSessionsOf } from "../sessions/session-sql.ts";
import { mailNewEmail } from "./change-own-email.ts";
import { confirmPassword, isRecentSession } from "./change-password.ts";
import { type ClosingParts, closeAccount, showClosing } from "./close-account.ts";
import type { GooglePasswords } from "./google-passwords.ts";

export type OwnAccountParts = {
  /** The user of a call; not for disabled ones. */
  enabledUser(uid: string): Promise<UserRow>;
  closing: ClosingParts;
  /** @throws Problem 409 sign_in_again where the user has a second factor and passed it more than 5 minutes ago */
  requirePassedFactor(user: UserRow, request: FastifyRequest): Promise<void>;
  /** Where Google's Identity Platform holds the passwords. */
  google: GooglePasswords | null;
};

/** The own sessions, the own address, and the end of the own account. */
export function ownAccountRoutes(app: FastifyInstance, service: IdentityService, parts: OwnAccountParts): void {
  const { platform } = service;
  const { db, clock } = platform;
  const { enabledUser, google, closing } = parts;

  mount(app, endpoints.listSessions, async ({ caller, request }) => {
    const present = request.signedIn?.sessionIdHash ?? null;
    const open = { present, now: clock.now(), idleMs, limit: listedSessions };
    const rows = await listSessionsOf(db, caller.uid, open);
    return {
      sessions: rows.map((row) => ({
        id: row.publicId,
        browser: row.browser,
        system: row.system,
        network: row.network,
        opened_at: row.createdAt.toISOString(),
        last_seen_at: row.lastSeenAt.toISOString(),
        is_current: row.idHash === present,
      })),
    };
  });

  mount(app, endpoints.endSession, async ({ caller, params }) => {
    if (!(await endSessionOf(db, caller.uid, params.session))) throw notFound();
  });

  mount(app, endpoints.endOtherSessions, ({ caller, request }) =>
    endSessionsOf(db, caller.uid, request.signedIn?.sessionIdHash),
  );

  mount(app, endpoints.changeOwnEmail, async ({ caller, body, lang, request }) => {
    const user = await enabledUser(caller.uid);
    const { email, password } = body;
    if (google) await google.mailNewEmail(user, password, email, lang);
    else {
      await confirm(user, password, request);
      await mailNewEmail(service, user, { email, lang, address: request.ip });
    }
    return { message: message("email.confirm_new", lang) };
  });

  mount(app, endpoints.showClosing, ({ caller }) => showClosing(closing, db, caller.uid));

  mount(app, endpoints.closeAccount, async ({ caller, body, request, reply }) => {
    const user = await enabledUser(caller.uid);
    await confirm(user, body.password, request);
    if (body.email.toLowerCase() !== (user.email ?? "").toLowerCase()) throw invalid({ email: ["closing.email"] });
    await closeAccount(service, closing, user, { leavesBalance: body.leaves_balance });
    app.kit.cookies.clear(reply);
    // Nothing here depends on it any more: what is left there opens a new account at most.
    await google?.remove(user, body.password).catch((error: unknown) => {
      platform.log.error({ err: error, uid: user.uid }, "the identity of a closed account was not deleted");
    });
  });

  /**
   * The password where there is one, or else a sign-in of the last minutes. A user with a second factor must have passed
   * it in the last minutes too: a session of long ago and a password that leaked are not enough.
   */
  async function confirm(user: UserRow, password: string | undefined, request: FastifyRequest): Promise<void> {
    await parts.requirePassedFactor(user, request);
    if (user.signInProviders.includes("password")) {
      if (google) await google.confirm(user, password);
      else await confirmPassword(service, user, password, request.ip);
    } else if (!(await isRecentSession(service, request.signedIn?.sessionIdHash ?? null))) {
      throw conflict("sign_in_again", "sign_in.again");
    }
  }
}
