import { operatorSettingsEndpoints as endpoints } from "@litfass/contract/settings/settings-endpoints";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import { type CallOrigin, runCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { findImage } from "@litfass/platform/settings/settings-sql";
import type { FastifyInstance } from "fastify";
import { readBrandImage, storeBrandImage } from "./brand-image.ts";
import { brandImageUrl } from "./brand-on-screens.ts";
import { changeSettings, restoreSettings, type SettingsChange } from "./change-settings.ts";
import { dailyRatesJobs } from "./daily-rates/fetch-daily-rates.ts";
import { listSettingsVersions, showSettings } from "./present-settings.ts";

/** The operator's settings, for super_admins; the images of the brand are public. */
export function settingsRoutes(app: FastifyInstance, { db, defaultSettings }: Platform): void {
  const show = () => showSettings(db, defaultSettings);

  dailyRatesJobs(app.services);

  mount(app, endpoints.showOperatorSettings, show);
  const change = async (call: CallOrigin, input: SettingsChange) => {
    await runCommand(call, changeSettings, input);
    return show();
  };
  mount(app, endpoints.changeBrand, (call) => change(call, { section: "brand", ...call.body }));
  mount(app, endpoints.changeCompany, (call) => change(call, { section: "company", ...call.body }));
  mount(app, endpoints.changePrices, (call) => change(call, { section: "prices", ...call.body }));
  mount(app, endpoints.changeRates, (call) => {
    const settings = { ...call.body.settings, source: "manual" as const };
    return change(call, { section: "rates", ...call.body, settings });
  });
  mount(app, endpoints.changeLanguages, (call) => change(call, { section: "languages", ...call.body }));
  mount(app, endpoints.changeLegal, (call) => change(call, { section: "legal", ...call.body }));
  mount(app, endpoints.changePublishers, (call) => change(call, { section: "publishers", ...call.body }));
  mount(app, endpoints.changePayoutTerms, (call) => change(call, { section: "payouts", ...call.body }));
  mount(app, endpoints.changeFormats, (call) => change(call, { section: "formats", ...call.body }));
  mount(app, endpoints.changeThirdPartyHosts, (call) => change(call, { section: "third_party", ...call.body }));
  mount(app, endpoints.changeReviewSettings, (call) => change(call, { section: "review", ...call.body }));
  mount(app, endpoints.changeCampaignDefaults, (call) => change(call, { section: "campaigns", ...call.body }));
  mount(app, endpoints.changeSiteContent, (call) => change(call, { section: "site", ...call.body }));
  mount(app, endpoints.restoreSettings, async (call) => {
    await runCommand(call, restoreSettings, { ...call.params, ...call.body });
    return show();
  });
  mount(app, endpoints.listSettingsVersions, ({ params, query }) =>
    listSettingsVersions(db, params.section, query, defaultSettings),
  );
  mount(app, endpoints.uploadBrandImage, async (call) => {
    const { hash, width, height } = await runCommand(call, storeBrandImage, await readBrandImage(call.files));
    return { image: hash, url: brandImageUrl(hash), width, height };
  });
  mountPublic(app, endpoints.showBrandImage, async ({ params, reply }) => {
    const image = await findImage(db, params.image);
    if (!image) throw notFound();
    reply.headers({
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    return { body: image.body, contentType: "image/png" };
  });
}
