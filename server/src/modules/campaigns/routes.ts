import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { categoryTree, regionOutlines, searchLocations, searchRadius } from "../targeting/index.ts";
import { allowedStatuses } from "./campaign.ts";
import { countByStatus, listCampaignRows } from "./campaign-sql.ts";
import { checkFeed } from "./feed/check-feed.ts";
import { showFeed } from "./feed/show-feed.ts";
import { getCampaign } from "./get-campaign.ts";
import { listCampaignChanges } from "./history/list-campaign-changes.ts";
import { activateCampaign } from "./lifecycle/activate-campaign.ts";
import { readinessOf } from "./lifecycle/campaign-readiness.ts";
import { presentCampaign, presentCampaigns } from "./present-campaign.ts";
import { changeCampaign } from "./settings/change-campaign.ts";
import { chooseCampaignCreatives } from "./settings/choose-creatives.ts";
import { copyCampaign } from "./settings/copy-campaign.ts";
import { createCampaign } from "./settings/create-campaign.ts";
import { deleteCampaign } from "./settings/delete-campaign.ts";
import { listUserCampaigns } from "./settings/list-user-campaigns.ts";
import * as settings from "./settings/settings.ts";
import { setSiteRule, siteRulesOf } from "./site-rules/site-rules.ts";
import { targetingRoutes } from "./targeting-routes.ts";

/** Campaigns and the lists their forms choose from. */
export function campaignRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock } = platform;
  targetingRoutes(app, platform);
  mount(app, endpoints.listCampaigns, async ({ caller, query, lang }) => {
    const { rows, total } = await listCampaignRows(db, caller, query);
    const data = await presentCampaigns(db, rows, clock.now(), lang);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.listUserCampaigns, async ({ caller, params, query, lang }) => {
    const { rows, total } = await listUserCampaigns(db, caller, params.uid, query);
    const data = await presentCampaigns(db, rows, clock.now(), lang);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.countCampaigns, async ({ caller }) => countByStatus(db, caller));
  mount(app, endpoints.createCampaign, async ({ caller, body, lang }) => {
    const row = await createCampaign(db, caller, body, clock.now());
    return presentCampaign(db, row, clock.now(), lang);
  });
  mount(app, endpoints.showCampaign, async ({ caller, params, lang }) => {
    const row = await getCampaign(db, caller, params.userCampaign);
    return presentCampaign(db, row, clock.now(), lang);
  });
  mount(app, endpoints.changeCampaign, async ({ caller, params, body, lang }) => {
    const row = await changeCampaign(db, caller, params.userCampaign, body, clock.now());
    return presentCampaign(db, row, clock.now(), lang);
  });
  mount(app, endpoints.deleteCampaign, async ({ caller, params, lang }) => {
    const { removed, row } = await deleteCampaign(db, caller, params.userCampaign, clock.now(), lang);
    return { removed, campaign: row ? await presentCampaign(db, row, clock.now(), lang) : null };
  });
  mount(app, endpoints.canActivateCampaign, async ({ caller, params, lang }) => {
    const row = await getCampaign(db, caller, params.userCampaign);
    await checkFeed(platform, row);
    const missing = await readinessOf(db, row, clock.now(), lang);
    return { can_activate: missing.length === 0, missing };
  });
  mount(app, endpoints.showCampaignFeed, ({ caller, params, lang }) =>
    showFeed(platform, caller, params.userCampaign, lang),
  );
  mount(app, endpoints.activateCampaign, async ({ caller, params, lang }) => {
    await checkFeed(platform, await getCampaign(db, caller, params.userCampaign));
    const row = await activateCampaign(db, caller, params.userCampaign, clock.now(), lang);
    return presentCampaign(db, row, clock.now(), lang);
  });
  mount(app, endpoints.copyCampaign, async ({ caller, params, query, lang }) => {
    const renameIn = query.rename ? lang : undefined;
    const row = await copyCampaign(db, caller, params.userCampaign, { now: clock.now(), renameIn });
    return presentCampaign(db, row, clock.now(), lang);
  });
  mount(app, endpoints.listCampaignChanges, async ({ caller, params, query }) => {
    const { data, total } = await listCampaignChanges(db, caller, params.userCampaign, query);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.setCampaignCreatives, async ({ caller, params, body, lang }) => {
    const row = await chooseCampaignCreatives(db, caller, params.userCampaign, body.creative_ids, clock.now());
    return presentCampaign(db, row, clock.now(), lang);
  });

  mount(app, endpoints.listSiteRules, async ({ caller, params, query }) =>
    siteRulesOf(db, caller, params.userCampaign, query.sites),
  );
  mount(app, endpoints.setSiteRule, async ({ caller, params, body }) =>
    setSiteRule(db, caller, params.userCampaign, body, clock.now()),
  );
  mount(app, endpoints.searchLocations, async ({ body }) => searchLocations(body.q, body.kind));
  mount(app, endpoints.listRegionOutlines, async ({ params }) => {
    const outlines = regionOutlines(params.country);
    if (!outlines) throw notFound();
    return outlines;
  });
  mount(app, endpoints.searchRadius, async ({ body }) => searchRadius(body.latitude, body.longitude, body.radius_km));
  mount(app, endpoints.listEntityStatuses, async ({ lang }) => settings.entityStatuses(lang));
  mount(app, endpoints.listAllowedStatuses, async ({ caller, params, lang }) => {
    const { status } = await getCampaign(db, caller, params.userCampaign);
    return settings.optionsOf([status, ...allowedStatuses(status)], lang);
  });
  mount(app, endpoints.listCategories, async ({ lang }) => categoryTree(lang));
  mount(app, endpoints.listLanguages, async () => settings.languageOptions());
  mount(app, endpoints.listDemographics, async ({ lang }) => settings.demographics(lang));
  mount(app, endpoints.listPacings, async ({ lang }) => settings.pacingOptions(lang));
  mount(app, endpoints.listPerformanceGoals, async () => settings.performanceGoals());
}
