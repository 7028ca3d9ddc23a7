import { endpoints } from "@litfass/contract/index";
import { type Language, languages } from "@litfass/contract/kernel/language";
import { opaque } from "@litfass/contract/kernel/text";
import { subscribeSchema } from "@litfass/contract/site/frontend";
import { mountPublic } from "@litfass/platform/http/mount";
import { type CallOrigin, runCommand } from "@litfass/platform/http/mount-command";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { Problem } from "@litfass/platform/problem";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { FormLimits } from "../form-limits.ts";
import { answerPage } from "../frame/answer-page.ts";
import type { SitePage } from "../frame/page-frame.ts";
import { pathIn, type Site } from "../frame/site.ts";
import { checkForm } from "../page-form.ts";
import { confirmNewsletter, subscribeToNewsletter, unsubscribeFromNewsletter } from "./newsletter-commands.ts";
import { t } from "./texts.ts";

const linkSchema = z.object({ id: z.uuid(), token: opaque({ max: 100 }) });
type Link = z.output<typeof linkSchema>;
type Command = typeof confirmNewsletter;

/** Subscribing, confirming and unsubscribing (PUB-012, PUB-013, API-OTHER-002). */
export function newsletterRoutes(app: FastifyInstance, site: Site, limits: FormLimits): void {
  const subscribe = async (origin: CallOrigin, { website, email }: z.output<typeof subscribeSchema>) => {
    await limits.countSubscription(origin.request.ip);
    if (website || !(await limits.admitSubscription(email))) return;
    await runCommand(origin, subscribeToNewsletter, { email });
  };
  mountPublic(app, endpoints.addSubscriber, async (call) => {
    await subscribe(call, call.body);
    return { message: t(call.lang, "news.sent") };
  });
  for (const language of languages) addPages(app, site, language, subscribe);
}

function addPages(
  app: FastifyInstance,
  site: Site,
  language: Language,
  subscribe: (origin: CallOrigin, body: z.output<typeof subscribeSchema>) => Promise<void>,
): void {
  const path = (name: string): string => pathIn(language, `/newsletter${name}`);
  const answer = (request: FastifyRequest, reply: FastifyReply, page: SitePage) =>
    answerPage(app, site, { request, reply, fixed: language }, () => page);
  const origin = (request: FastifyRequest): CallOrigin => ({ caller: null, lang: language, request });

  app.post(path(""), async (request, reply) => {
    app.services.antiForgery.checkOrigin(request);
    const checked = checkForm(subscribeSchema, request.body, language);
    if ("errors" in checked) {
      const text = checked.errors.email?.[0] ?? t(language, "news.failed");
      return answer(request, reply.code(422), resultPage(language, t(language, "news.wrongTitle"), text));
    }
    await subscribe(origin(request), checked.data);
    return answer(request, reply, resultPage(language, t(language, "news.sentTitle"), t(language, "news.sent")));
  });

  /** Runs a link's command: false for a link that is not valid. */
  const follow = async (request: FastifyRequest, command: Command): Promise<boolean> => {
    await app.services.limits.countAddress(request.ip);
    const link = linkOf(request);
    if (!link) return false;
    try {
      await runCommand(origin(request), command, link);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.kind === "not_found") return false;
      throw error;
    }
  };
  const result = async (request: FastifyRequest, reply: FastifyReply, kind: "confirmed" | "left", command: Command) => {
    const isValid = await follow(request, command);
    const found = isValid ? kind : "expired";
    const page = resultPage(language, t(language, `news.${found}Title`), t(language, `news.${found}Text`));
    return answer(request, reply.code(isValid ? 200 : 404), page);
  };
  app.get(path("/confirm"), (request, reply) => result(request, reply, "confirmed", confirmNewsletter));
  // Mail scanners open links, so that only a POST unsubscribes: the page's button, or the mail client's own (RFC 8058).
  app.get(path("/unsubscribe"), (request, reply) => answer(request, reply, leavePage(language, linkOf(request))));
  app.post(path("/unsubscribe"), (request, reply) => result(request, reply, "left", unsubscribeFromNewsletter));
}

const linkOf = (request: FastifyRequest): Link | null => linkSchema.safeParse(request.query).data ?? null;

const pageWith = (title: string, text: string, action: Html): SitePage => ({
  path: "/",
  title,
  isUnlisted: true,
  body: html`<div class="text"><h1>${title}</h1><p class="lead">${text}</p>${action}</div>`,
});

const resultPage = (language: Language, title: string, text: string): SitePage =>
  pageWith(
    title,
    text,
    html`<p class="row"><a class="btn p" href="${pathIn(language, "/")}">${t(language, "news.home")}</a></p>`,
  );

/** Asks before unsubscribing. */
function leavePage(language: Language, link: Link | null): SitePage {
  if (!link) return resultPage(language, t(language, "news.expiredTitle"), t(language, "news.expiredText"));
  const action = `${pathIn(language, "/newsletter/unsubscribe")}?${new URLSearchParams(link)}`;
  return pageWith(
    t(language, "news.leaveTitle"),
    t(language, "news.leaveText"),
    html`<form method="post" action="${action}"><button class="btn p" type="submit">${t(language, "news.leave")}</button></form>`,
  );
}
