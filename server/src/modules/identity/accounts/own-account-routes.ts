import { listedSessions } from "@litfass/contract/identity/own-account";
import { endpoints } from "@litfass/contract/index";
import { message } from "@litfass/contract/kernel/messages";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand, runCommand } from "@litfass/platform/http/mount-command";
import { invalid } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { identityCallOf } from "../identity-call.ts";
import type { IdentityServices } from "../service.ts";
import { idleMs } from "../sessions/session.ts";
import { endOtherSessions, endOwnSession } from "../sessions/session-commands.ts";
import { listSessionsOf } from "../sessions/session-sql.ts";
import { changePassword, preparePasswordChange } from "./change-password.ts";
import { closeAccount, showClosing } from "./close-account.ts";
import { mailNewEmail } from "./email-change.ts";
import type { OwnAccount } from "./own-account.ts";
import { mailVerification } from "./verification-link.ts";

/** The user's own sessions, password and address, and closing the account. */
export function ownAccountRoutes(
  app: FastifyInstance,
  { identity: service, closing }: IdentityServices,
  own: OwnAccount,
): void {
  const { platform } = service;
  const { db, clock } = platform;
  const { google } = own;

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

  mountCommand(app, endpoints.endSession, endOwnSession, ({ params }) => ({ publicId: params.session }));

  mountCommand(app, endpoints.endOtherSessions, endOtherSessions, ({ request }) => ({
    exceptIdHash: request.signedIn?.sessionIdHash ?? null,
  }));

  mount(app, endpoints.sendVerification, async ({ caller, lang, request }) => {
    const user = await own.enabledUser(caller.uid);
    if (user.emailVerifiedAt) return { message: message("verification.done", lang) };
    if (!user.email) throw invalid({ email: ["email.required"] });
    await service.mailLimits.countVerification(user.uid, request.ip, user.email);
    await mailVerification(service, user, lang);
    return { message: message("verification.sent", lang) };
  });

  mount(app, endpoints.setPassword, async (call) => {
    const { body, request, lang } = call;
    const user = await own.enabledUser(call.caller.uid);
    await own.requirePassedFactor(user, request);
    const passwords = { current: body.current_password, password: body.password };
    if (google) await google.change(user, passwords.current, passwords.password);
    else await runCommand(call, changePassword, await preparePasswordChange(service, user, passwords, request));
    return { message: message("password.changed", lang) };
  });

  mount(app, endpoints.changeOwnEmail, async ({ caller, body, lang, request }) => {
    const user = await own.enabledUser(caller.uid);
    const { email, password } = body;
    if (google) await google.mailNewEmail(user, password, email, lang);
    else {
      await own.confirmIdentity(user, password, request);
      await mailNewEmail(service, identityCallOf(service, request, lang, caller), user, email);
    }
    return { message: message("email.confirm_new", lang) };
  });

  mount(app, endpoints.showClosing, ({ caller }) => showClosing(closing, db, caller.uid));

  mount(app, endpoints.closeAccount, async (call) => {
    const { body, request, reply } = call;
    const user = await own.enabledUser(call.caller.uid);
    await own.confirmIdentity(user, body.password, request);
    if (body.email.toLowerCase() !== (user.email ?? "").toLowerCase()) throw invalid({ email: ["closing.email"] });
    await runCommand(call, closeAccount, { uid: user.uid, leavesBalance: body.leaves_balance });
    app.services.cookies.clear(reply);
    // The account is closed even if this fails: a remaining identity can only open a new account.
    await google?.remove(user, body.password).catch((error: unknown) => {
      platform.log.error({ err: error, uid: user.uid }, "the identity of a closed account was not deleted");
    });
  });
}
