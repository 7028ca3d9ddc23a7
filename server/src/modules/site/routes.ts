import { endpoints } from "@litfass/contract/index";
import type { OperatorSettings } from "@litfass/contract/settings/operator-settings";
import { pricedCurrencies, pricesIn } from "@litfass/contract/settings/price-list";
import { mountPublic } from "@litfass/platform/http/mount";
import { version } from "@litfass/platform/installation/version";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { builtInProvider, publicApiKey, signInProvidersOffered } from "../identity/index.ts";
import { brandOnScreens } from "../settings/index.ts";
import { siteJobs } from "./jobs.ts";
import { type PublicPages, publicPages } from "./public-pages.ts";

/** The budget per month in currencies for which none is proposed is that of the smallest plan. */
function campaignDefaults({ campaigns, prices }: Pick<OperatorSettings, "campaigns" | "prices">) {
  const { countries: _, monthly_budget: budget, ...defaults } = campaigns;
  if (typeof budget === "number") return { ...defaults, monthly_budget: budget };
  const missing = pricedCurrencies(prices).map((each) => [each, pricesIn(prices, each).plans.starter.price_per_month]);
  return { ...defaults, monthly_budget: { ...Object.fromEntries(missing), ...budget } };
}

/** Site information needed before sign-in, and the public pages. `dist` is the folder of the built web app. */
export async function siteRoutes(app: FastifyInstance, platform: Platform, dist: string): Promise<PublicPages> {
  const { config, settings } = platform;
  const { firebase, stripe, googleMapsKey } = config.providers;
  const isStandIn = (url: string): boolean => config.sandboxUrl !== null && url.startsWith(config.sandboxUrl);

  mountPublic(app, endpoints.showSite, async () => ({
    operator_name: settings.current().company.name,
    version,
    cpm: settings.current().prices.cpm,
    currencies: settings.current().prices.currencies.offered.map(({ currency }) => currency),
    countries: settings.current().campaigns.countries,
    company_register: config.companyRegisterUrl !== null,
    campaign_defaults: campaignDefaults(settings.current()),
    brand: brandOnScreens(settings.current().brand),
    sandbox: {
      traffic: config.sandboxUrl !== null,
      payments: stripe !== null && isStandIn(stripe.apiUrl),
      mailbox_url: config.sandboxUrl === null ? null : `${config.sandboxUrl}/mailbox`,
    },
    sign_in_providers: signInProvidersOffered(config),
    identity: firebase
      ? { api_key: firebase.apiKey, project_id: firebase.projectId, built_in: false, base_url: firebase.baseUrl }
      : { api_key: publicApiKey, project_id: builtInProvider, built_in: true, base_url: null },
    languages: settings.current().languages.offered,
    ads_url: config.adsUrl,
    google_maps_key: googleMapsKey,
  }));
  siteJobs(app.services);
  return publicPages(app, platform, dist);
}
