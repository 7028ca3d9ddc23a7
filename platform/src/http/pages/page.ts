import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import type { Caller, Role } from "@litfass/contract/kernel/roles";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pageLanguageOf } from "../language.ts";
import { identify } from "../signed-in.ts";
import { type Html, html } from "./html.ts";
import { sendServerPage } from "./server-page.ts";

/** Who may open a page: everyone, every signed-in user, or these roles. */
export type PageWho = "visitor" | "signedIn" | readonly Role[];

export type PageCall<C> = { caller: C; lang: Language; request: FastifyRequest; reply: FastifyReply };

/**
 * Mounts a server page. Signed-out callers of a restricted page are redirected to sign in and back; other roles get
 * an error page with 403. The handler sends the response.
 */
export function mountPage(
  app: FastifyInstance,
  path: string,
  who: Exclude<PageWho, "visitor">,
  handler: (call: PageCall<Caller>) => Promise<FastifyReply>,
): void {
  app.get(path, async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    const signedIn = await identify(app, request);
    if (!signedIn) return reply.redirect(signInPath(request.url));
    if (who !== "signedIn" && !who.includes(signedIn.role)) return refuse(request, reply);
    // The page where users complete their account.
    if (!signedIn.filled) return reply.redirect("/account");
    const { uid, role } = signedIn;
    const lang = pageLanguageOf(request);
    return handler({ caller: { uid, role, lang, reach: "own" }, lang, request, reply });
  });
}

/** The web app's sign-in screen, which returns to this path and query of the server. */
export const signInPath = (url: string): string => `/login?next=${encodeURIComponent(url)}`;

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const lang = pageLanguageOf(request);
  const text = message("error.forbidden", lang);
  return sendServerPage(reply.code(403), {
    language: lang,
    title: text,
    isPersonal: true,
    body: html`<h1>${text}</h1><p><a href="/dashboard">${message("page.to_dashboard", lang)}</a></p>`,
  });
}

export type Page = { title: string; lang: Language; body: Html; stylesheet?: string };

/** A whole HTML document without inline code, for the strict policy. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const style = page.stylesheet ? html`<link rel="stylesheet" href="${page.stylesheet}">` : null;
  const document = html`<!doctype html>
<html lang="${page.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${style}
</head>
<body>
${page.body}
</body>
</html>
`;
  return reply.type("text/html; charset=utf-8").send(document.text);
}
