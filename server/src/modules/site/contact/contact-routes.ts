import { endpoints } from "@litfass/contract/index";
import { type Language, languages } from "@litfass/contract/kernel/language";
import { contactSchema } from "@litfass/contract/site/frontend";
import { mountPublic } from "@litfass/platform/http/mount";
import { type CallOrigin, runCommand } from "@litfass/platform/http/mount-command";
import { html } from "@litfass/platform/http/pages/html";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { FormLimits } from "../form-limits.ts";
import { addSitePage, answerPage } from "../frame/answer-page.ts";
import type { SitePage } from "../frame/page-frame.ts";
import { pathIn, type Site } from "../frame/site.ts";
import { checkForm } from "../page-form.ts";
import { prefilledMessage } from "../pages/offers.ts";
import { submitContactMessage } from "./contact-commands.ts";
import { contactForm, type FormState } from "./contact-form.ts";
import { t } from "./texts.ts";

type Input = z.output<typeof contactSchema>;

/** The contact form as an API call and as a page that works without scripts (PUB-010, PUB-011, API-OTHER-001). */
export function contactRoutes(app: FastifyInstance, site: Site, limits: FormLimits): void {
  const submit = async (origin: CallOrigin, { website, phone, ...message }: Input): Promise<void> => {
    await limits.countMessage(origin.request.ip);
    // Only programs fill in the trap; they get the usual response.
    if (website) return;
    const sendsCopy = await limits.admitCopy(message.email);
    await runCommand(origin, submitContactMessage, { ...message, phone: phone || null, sendsCopy });
  };
  mountPublic(app, endpoints.submitContact, async (call) => {
    await submit(call, call.body);
    return { message: t(call.lang, "contact.sent", { email: call.body.email }) };
  });

  addSitePage(app, site, "/contact", ({ language, request }) => {
    const { sent, about } = request.query as { sent?: unknown; about?: unknown };
    if (sent !== undefined) return sentPage(language);
    return formPage(language, { values: { message: prefilledMessage(language, about) } });
  });
  for (const language of languages) {
    app.post(pathIn(language, "/contact"), async (request, reply) => {
      app.services.antiForgery.checkOrigin(request);
      const checked = checkForm(contactSchema, request.body, language);
      if ("errors" in checked) {
        return answerPage(app, site, { request, reply: reply.code(422), fixed: language }, () =>
          formPage(language, checked),
        );
      }
      await submit({ caller: null, lang: language, request }, checked.data);
      return reply.redirect(`${pathIn(language, "/contact")}?sent=1`, 303);
    });
  }
}

const formPage = (language: Language, state: FormState): SitePage => ({
  path: "/contact",
  title: t(language, "contact.title"),
  description: t(language, "contact.lead"),
  isUnlisted: state.errors !== undefined,
  body: html`<div class="text"><h1>${t(language, "contact.title")}</h1><p class="lead">${t(language, "contact.lead")}</p>${contactForm(language, state)}</div>`,
});

const sentPage = (language: Language): SitePage => ({
  path: "/contact",
  title: t(language, "contact.sentTitle"),
  isUnlisted: true,
  body: html`<div class="text"><h1>${t(language, "contact.sentTitle")}</h1><p class="lead">${t(language, "contact.sentText")}</p><p class="row"><a class="btn p" href="${pathIn(language, "/")}">${t(language, "contact.home")}</a></p></div>`,
});
