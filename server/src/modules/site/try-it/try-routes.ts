import { endpoints } from "@litfass/contract/index";
import { basicFormatSchema } from "@litfass/contract/kernel/formats";
import { defaultLanguage, type Language } from "@litfass/contract/kernel/language";
import { languageSchema } from "@litfass/contract/kernel/validation";
import { currencyOfCountry } from "@litfass/contract/settings/offered-currencies";
import { visitorBudget, visitorForecastQuery } from "@litfass/contract/site/frontend";
import { mountPublic } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { notFound, Problem } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { bannerPolicy } from "../../creatives/index.ts";
import { addSitePage } from "../frame/answer-page.ts";
import { sendCompressed } from "../frame/send-html.ts";
import type { Site } from "../frame/site.ts";
import { checkForm } from "../page-form.ts";
import { draftSchema, drawDraft } from "./draft.ts";
import { t } from "./texts.ts";
import { createTownForecast, type ForecastTown } from "./town-forecast.ts";
import { firstBudget, type TryState, trySection } from "./try-section.ts";

/** Banners and forecasts for visitors without an account: read only, bounded and limited. */
export function tryRoutes(app: FastifyInstance, site: Site, platform: Platform): void {
  const forecastTown = createTownForecast(platform);
  mountPublic(app, endpoints.forecastTown, async ({ query, lang }) => {
    const forecast = await forecastTown(query.town, query.budget);
    if (!forecast) throw new Problem("invalid", { errors: { town: [t(lang, "forecast.unknown")] } });
    return forecast;
  });

  // A banner runs its own script in an opaque origin and can load nothing, like those of the studio.
  app.get("/try/banner/:format", async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    await app.services.limits.countCaller(null, request.ip);
    const format = basicFormatSchema.safeParse((request.params as { format?: unknown }).format);
    if (!format.success) throw notFound();
    const lang = languageSchema.catch(defaultLanguage).parse((request.query as { lang?: unknown }).lang);
    const banner = drawDraft(draftSchema.parse(request.query), format.data, lang);
    reply
      .type("text/html; charset=utf-8")
      .headers({ "content-security-policy": bannerPolicy, "cache-control": "private, max-age=600" });
    return sendCompressed(request, reply, banner);
  });

  addSitePage(app, site, "/try", async ({ language, request }) => {
    const { brand, prices } = site.settings.current();
    const operator = brand.operator_name;
    const currency = currencyOfCountry(prices.currencies, null);
    const proposed = firstBudget(prices, currency);
    const query = { budget: proposed, ...(request.query as Record<string, unknown>) };
    const state = await stateOf(language, query, forecastTown);
    return {
      path: "/try",
      title: t(language, "try.title"),
      description: t(language, "try.lead", { operator }),
      body: trySection(language, state, { operator, currency }),
    };
  });
}

async function stateOf(
  language: Language,
  query: Record<string, unknown> & { budget: unknown },
  forecastTown: ForecastTown,
): Promise<TryState> {
  const { town, budget } = query;
  const typed = {
    draft: draftSchema.parse(query),
    town: typeof town === "string" ? town.slice(0, 60) : "",
    budget: Number(budget) || visitorBudget.min,
    isDrawn: true,
  };
  if (typed.town === "") return { ...typed, forecast: null };
  const checked = checkForm(visitorForecastQuery, { town, budget }, language);
  if ("errors" in checked) return { ...typed, forecast: { error: Object.values(checked.errors)[0]?.[0] ?? "" } };
  const forecast = await forecastTown(checked.data.town, checked.data.budget);
  return { ...typed, forecast: forecast ?? { error: t(language, "forecast.unknown") } };
}
