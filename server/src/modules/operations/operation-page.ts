import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import { type OperationPage, operationPages, operators } from "@litfass/contract/operations/operation-pages";
import { tokenCookie } from "@litfass/platform/http/anti-forgery";
import { pageLanguageOf } from "@litfass/platform/http/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { mountPage, signInPath } from "@litfass/platform/http/pages/page";
import { sendServerPage } from "@litfass/platform/http/pages/server-page";
import { identify } from "@litfass/platform/http/signed-in";
import { forbidden } from "@litfass/platform/problem";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { stylePath } from "./style.ts";
import { t } from "./texts.ts";

export type OperationCall = {
  caller: Caller;
  lang: Language;
  query: Record<string, string | undefined>;
  params: Record<string, string | undefined>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Mounts a page for operators in the language of their account. Signed-out callers are redirected to sign in, other
 * roles get an error; incomplete accounts are redirected to the account page.
 */
export function mountOperation(
  app: FastifyInstance,
  path: string,
  handler: (call: OperationCall) => Promise<FastifyReply>,
): void {
  mountPage(app, path, operators, async ({ caller, request, reply }) => handler(callOf(caller, request, reply)));
}

/** The same for a page's form, which must be submitted from our own origin. */
export function mountOperationForm(
  app: FastifyInstance,
  path: string,
  handler: (call: OperationCall & { form: Record<string, unknown> }) => Promise<FastifyReply>,
): void {
  app.post(path, async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    const signedIn = await identify(app, request);
    if (!signedIn) return reply.redirect(signInPath(path));
    const form = (request.body ?? {}) as Record<string, unknown>;
    // A page without scripts sends the token as a field instead of the header.
    request.headers["x-xsrf-token"] = typeof form._token === "string" ? form._token : "";
    app.services.antiForgery.check(request, app.services.cookies.read(request));
    const isOperator = (operators as readonly string[]).includes(signedIn.role) && signedIn.filled;
    if (!isOperator) throw forbidden();
    await app.services.limits.countCaller(signedIn.uid, request.ip);
    const { uid, role } = signedIn;
    const lang = pageLanguageOf(request);
    return handler({ ...callOf({ uid, role, lang, reach: "all" }, request, reply), form });
  });
}

const callOf = (caller: Caller, request: FastifyRequest, reply: FastifyReply): OperationCall => {
  const query = Object.entries((request.query ?? {}) as Record<string, unknown>);
  return {
    caller,
    lang: caller.lang,
    query: Object.fromEntries(query.map(([name, value]) => [name, typeof value === "string" ? value : undefined])),
    params: (request.params ?? {}) as Record<string, string | undefined>,
    request,
    reply,
  };
};

/** The anti-forgery token of a page's forms as a hidden field; the response sets its cookie. */
export function tokenField(app: FastifyInstance, { request, reply }: OperationCall): Html {
  const token = app.services.antiForgery.token(app.services.cookies.read(request));
  const secure = app.services.platform.config.publicUrl.startsWith("https://");
  reply.setCookie(tokenCookie, token, { path: "/", sameSite: "lax", secure });
  return html`<input type="hidden" name="_token" value="${token}">`;
}

/** Sends a page with navigation links above it. */
export function sendOperation(
  { lang, reply }: OperationCall,
  name: OperationPage,
  { title, lead, body }: { title: string; lead: string; body: Html },
): FastifyReply {
  const links = operationPages.map(
    (page) =>
      html`<a href="${page.path}"${page.name === name && html` aria-current="page"`}>${t(lang, `nav.${page.name}`)}</a>`,
  );
  reply.header("cache-control", "no-store").header("referrer-policy", "same-origin");
  return sendServerPage(reply, {
    language: lang,
    title: t(lang, `nav.${name}`),
    stylesheet: stylePath,
    isPersonal: true,
    body: html`<nav aria-label="${t(lang, "navLabel")}">${links}</nav><h1>${title}</h1><p class="lead">${lead}</p>${body}`,
  });
}

/** Links to the previous and next pages, as queries of the current page. */
export const pageLinks = (lang: Language, newer: string | null, older: string | null, between = ""): Html =>
  newer || older
    ? html`<p class="pages">${newer && html`<a href="${newer}">${t(lang, "newer")}</a>`}<span>${between}</span>${
        older && html`<a href="${older}">${t(lang, "older")}</a>`
      }</p>`
    : html``;
