import { type Language, languages } from "@litfass/contract/kernel/language";
import { adReportFormSchema } from "@litfass/contract/transparency/ad-reports";
import { runCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { adReader, submitAdReport } from "../../transparency/index.ts";
import type { FormLimits } from "../form-limits.ts";
import { answerPage } from "../frame/answer-page.ts";
import { pathIn, type Site } from "../frame/site.ts";
import { checkForm } from "../page-form.ts";
import { aboutAdPage, aboutAdPath, reportedPage, unknownAdPage } from "./about-ad-page.ts";

const tokenOf = (values: unknown): string => {
  const { t } = (values ?? {}) as { t?: unknown };
  return typeof t === "string" ? t : "";
};

/**
 * The page about an ad, reached by its label, and the form to report it. Works without scripts and sets no cookie. 404
 * for a token that is not valid, 422 for a wrong form, 429 above ten reports an hour from one address.
 */
export function aboutAdRoutes(app: FastifyInstance, site: Site, platform: Platform, limits: FormLimits): void {
  const read = adReader(platform.config);
  const show = async (request: FastifyRequest, reply: FastifyReply, fixed: Language | null) => {
    const token = tokenOf(request.query);
    const ad = await read(platform.db, token);
    if (ad === null) reply.code(404);
    const { reported } = request.query as { reported?: unknown };
    return answerPage(app, site, { request, reply, fixed }, ({ language }) => {
      if (ad === null) return unknownAdPage(language);
      return reported === undefined ? aboutAdPage(site, { language, ad, token }) : reportedPage(language, token);
    });
  };
  app.get(aboutAdPath, (request, reply) => show(request, reply, null));
  for (const language of languages) {
    const path = pathIn(language, aboutAdPath);
    app.get(path, (request, reply) => show(request, reply, language));
    app.post(path, async (request, reply) => {
      app.services.antiForgery.checkOrigin(request);
      const token = tokenOf(request.body);
      const ad = await read(platform.db, token);
      if (ad === null) {
        const answer = { request, reply: reply.code(404), fixed: language };
        return answerPage(app, site, answer, () => unknownAdPage(language));
      }
      const checked = checkForm(adReportFormSchema, request.body, language);
      if ("errors" in checked) {
        const answer = { request, reply: reply.code(422), fixed: language };
        return answerPage(app, site, answer, () => aboutAdPage(site, { language, ad, token }, checked));
      }
      await limits.countReport(request.ip);
      const { website, reason, message, email } = checked.data;
      // Only programs fill in the trap; they get the usual response.
      if (!website) {
        const answerTo = email !== "" && (await limits.admitCopy(email)) ? email : null;
        const call = { caller: null, lang: language, request };
        await runCommand(call, submitAdReport, { ad, reason, message, email: answerTo });
      }
      return reply.redirect(`${path}?t=${token}&reported=1`, 303);
    });
  }
}
