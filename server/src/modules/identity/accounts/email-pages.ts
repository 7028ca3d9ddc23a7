import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import { tokenCookie } from "@litfass/platform/http/anti-forgery";
import { languageOf } from "@litfass/platform/http/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { signInPath } from "@litfass/platform/http/pages/page";
import { type ServerPage, sendServerPage } from "@litfass/platform/http/pages/server-page";
import { identify } from "@litfass/platform/http/signed-in";
import { Problem } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { findUser } from "../../users/index.ts";
import { identityCallOf } from "../identity-call.ts";
import { applyCode } from "../protocol/apply-email-code.ts";
import { readCode } from "../protocol/one-time-code.ts";
import { WireError } from "../protocol/wire-error.ts";
import type { IdentityService } from "../service.ts";
import { t } from "../texts.ts";
import { recoverEmail } from "./recover-email.ts";
import { applyVerificationLink, mailVerification } from "./verification-link.ts";

const noticePath = "/email/verify";

/** The server-rendered pages of mailed links: they work without the web app and without scripts. */
export async function addEmailPages(app: FastifyInstance, service: IdentityService): Promise<void> {
  const { db, config } = service.platform;
  const secure = config.publicUrl.startsWith("https://");
  await app.register(async (pages) => {
    pages.removeContentTypeParser("application/x-www-form-urlencoded");
    pages.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    pages.addHook("onRequest", async (request, reply) => {
      await app.services.limits.countAddress(request.ip);
      // Not `no-referrer`: browsers would then submit the notice's form without its origin, which is rejected.
      reply.header("cache-control", "no-store").header("referrer-policy", "same-origin");
    });

    pages.get("/email/verify/:uid/:hash", async (request, reply) => {
      const { uid, hash } = request.params as { uid: string; hash: string };
      const { expires = "", signature = "" } = request.query as Record<string, string | undefined>;
      const lang = languageOf(request);
      const link = { uid, hash, expires: String(expires), signature: String(signature) };
      const isValid = await applyVerificationLink(service, identityCallOf(service, request, lang), link);
      if (!isValid) return sendServerPage(reply.code(403), invalidLink(lang));
      return reply.redirect("/verify-email?verified=1");
    });

    pages.get("/email/action", async (request, reply) => {
      const { mode, oobCode } = request.query as Record<string, unknown>;
      const lang = languageOf(request);
      if (typeof oobCode === "string" && mode === "recoverEmail") {
        const token = app.services.antiForgery.token(app.services.cookies.read(request));
        reply.setCookie(tokenCookie, token, { path: "/", sameSite: "lax", secure });
        return sendServerPage(reply, recovery(lang, oobCode, token));
      }
      if (typeof oobCode !== "string" || (mode !== "verifyEmail" && mode !== "verifyAndChangeEmail")) {
        return sendServerPage(reply.code(403), invalidLink(lang));
      }
      try {
        await applyCode(service, oobCode, identityCallOf(service, request, lang));
      } catch (error) {
        if (error instanceof WireError) return sendServerPage(reply.code(403), invalidLink(lang));
        throw error;
      }
      return reply.redirect("/verify-email?verified=1");
    });

    // A button instead of a link: mail clients prefetch links, which would undo every change.
    pages.post("/email/recover", async (request, reply) => {
      const { _token, oobCode } = (request.body ?? {}) as { _token?: unknown; oobCode?: unknown };
      const lang = languageOf(request);
      request.headers["x-xsrf-token"] = typeof _token === "string" ? _token : "";
      app.services.antiForgery.check(request, app.services.cookies.read(request));
      try {
        const row = await readCode(service, typeof oobCode === "string" ? oobCode : "");
        if (row.requestType !== "RECOVER_EMAIL") throw new WireError("INVALID_OOB_CODE");
        const { resetCode } = await recoverEmail(identityCallOf(service, request, lang), row);
        return reply.redirect(`/reset-password?${new URLSearchParams({ token: resetCode, email: row.email })}`);
      } catch (error) {
        if (error instanceof WireError) return sendServerPage(reply.code(403), invalidLink(lang));
        throw error;
      }
    });

    pages.get(noticePath, async (request, reply) => {
      const signedIn = await identify(app, request);
      if (!signedIn) return reply.redirect(signInPath(noticePath));
      const user = await findUser(db, signedIn.uid);
      if (!user || user.emailVerifiedAt) return reply.redirect("/dashboard");
      const token = app.services.antiForgery.token(app.services.cookies.read(request));
      reply.setCookie(tokenCookie, token, { path: "/", sameSite: "lax", secure });
      return sendServerPage(reply, notice(languageOf(request), user.email ?? "", token));
    });

    pages.post(noticePath, async (request, reply) => {
      const signedIn = await identify(app, request);
      if (!signedIn) return reply.redirect(signInPath(noticePath));
      const { _token } = (request.body ?? {}) as { _token?: unknown };
      // A page without scripts sends the token as a field instead of the header.
      request.headers["x-xsrf-token"] = typeof _token === "string" ? _token : "";
      app.services.antiForgery.check(request, app.services.cookies.read(request));
      const user = await findUser(db, signedIn.uid);
      if (!user?.email || user.emailVerifiedAt) return reply.redirect("/dashboard");
      const lang = languageOf(request);
      try {
        await service.mailLimits.countVerification(user.uid, request.ip, user.email);
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 429) throw error;
        const seconds = error.details.retryAfterSeconds ?? 60;
        reply.code(429).header("retry-after", String(seconds));
        return sendServerPage(reply, page(lang, message("error.too_many_requests", lang, { seconds }), null));
      }
      await mailVerification(service, user, lang);
      return sendServerPage(reply, page(lang, message("verification.sent", lang), null));
    });
  });
}

const invalidLink = (lang: Language): ServerPage =>
  page(lang, t(lang, "page_invalid"), null, t(lang, "page_invalid_title"));

const notice = (lang: Language, email: string, token: string): ServerPage =>
  page(
    lang,
    t(lang, "page_lead"),
    html`<p><strong>${email}</strong></p>
<form method="post" action="${noticePath}"><input type="hidden" name="_token" value="${token}">
<p><button type="submit">${t(lang, "page_resend")}</button></p></form>`,
  );

const recovery = (lang: Language, oobCode: string, token: string): ServerPage =>
  page(
    lang,
    t(lang, "page_recover_lead"),
    html`<form method="post" action="/email/recover"><input type="hidden" name="_token" value="${token}">
<input type="hidden" name="oobCode" value="${oobCode}"><p><button type="submit">${t(lang, "page_recover")}</button></p></form>`,
    t(lang, "page_recover_title"),
  );

const page = (
  language: Language,
  lead: string,
  body: Html | null,
  title: string = t(language, "page_title"),
): ServerPage => ({
  language,
  title,
  isPersonal: true,
  body: html`<h1>${title}</h1><p>${lead}</p>${body}<p><a href="/">${t(language, "page_home")}</a></p>`,
});
