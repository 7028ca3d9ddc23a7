import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { Caller } from "@litfass/contract/kernel/roles";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand, runCommand } from "@litfass/platform/http/mount-command";
import { currencyRatesOf } from "@litfass/platform/settings/currency-rates";
import type { FastifyInstance } from "fastify";
import { allowedStatuses } from "./campaign.ts";
import { listOwners } from "./campaign-owners-sql.ts";
import { countByStatus, listCampaignRows } from "./campaign-sql.ts";
import { changeConversionTracking } from "./conversion-tracking/change-conversion-tracking.ts";
import { presentConversionTracking, showConversionTracking } from "./conversion-tracking/show-conversion-tracking.ts";
import { checkFeed } from "./feed/check-feed.ts";
import { showFeed } from "./feed/show-feed.ts";
import { forecastCampaign } from "./forecast/forecast-campaign.ts";
import { suggestChanges } from "./forecast/suggest-changes.ts";
import { createTrafficSource } from "./forecast/traffic-source.ts";
import { getCampaign } from "./get-campaign.ts";
import { listCampaignChanges } from "./history/list-campaign-changes.ts";
import { checkLandingNow } from "./landing/check-landings.ts";
import { activateCampaign } from "./lifecycle/activate-campaign.ts";
import { readinessOf } from "./lifecycle/campaign-readiness.ts";
import { campaignsNeedingAttention } from "./lifecycle/needs-attention.ts";
import { presentCampaign, presentCampaigns } from "./present-campaign.ts";
import type { CommandRunner } from "./run-as-job.ts";
import { changeCampaign } from "./settings/change-campaign.ts";
import { chooseCampaignCreatives } from "./settings/choose-creatives.ts";
import { copyCampaign } from "./settings/copy-campaign.ts";
import { createCampaign } from "./settings/create-campaign.ts";
import { deleteCampaign } from "./settings/delete-campaign.ts";
import { listUserCampaigns } from "./settings/list-user-campaigns.ts";
import { pacingOptions, performanceGoals, statusOptions } from "./settings/options.ts";
import { previewBudgetChange } from "./settings/preview-budget-change.ts";
import { previewChange } from "./settings/preview-change.ts";
import { undoChange } from "./settings/undo-change.ts";
import { listSiteRules } from "./site-rules/list-site-rules.ts";
import { setSiteRule } from "./site-rules/set-site-rule.ts";
import { templateRoutes } from "./templates/routes.ts";

/** Campaigns, their templates, and the options of their settings. */
export function campaignRoutes(app: FastifyInstance, runner: CommandRunner): void {
  addCampaignQueries(app, runner);
  addCampaignCommands(app, runner);
  addOptions(app, runner);
  templateRoutes(app, runner.platform);
}

function addCampaignQueries(app: FastifyInstance, runner: CommandRunner): void {
  const { platform } = runner;
  const { db, clock } = platform;
  const attention = async (caller: Caller, asked: "true" | undefined) =>
    asked ? { ids: await campaignsNeedingAttention(db, caller, platform.clickhouse, clock.now()) } : {};
  mount(app, endpoints.listCampaigns, async ({ caller, query, lang }) => {
    const filter = await attention(caller, query.attention);
    const { rows, total } = await listCampaignRows(db, caller, { ...query, ...filter });
    const data = await presentCampaigns(db, rows, clock.now(), lang);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.listUserCampaigns, async ({ caller, params, query, lang }) => {
    const filter = await attention(caller, query.attention);
    const { rows, total } = await listUserCampaigns(db, caller, params.uid, { ...query, ...filter });
    const data = await presentCampaigns(db, rows, clock.now(), lang);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.countCampaigns, ({ caller, query }) => countByStatus(db, caller, query.owner));
  mount(app, endpoints.listCampaignOwners, ({ caller, query }) => listOwners(db, caller, query));
  mount(app, endpoints.showCampaign, async ({ caller, params, lang }) => {
    const row = await getCampaign(db, caller, params.userCampaign);
    return presentCampaign(db, row, clock.now(), lang);
  });
  mount(app, endpoints.checkCampaignReadiness, async ({ caller, params, lang }) => {
    const row = await getCampaign(db, caller, params.userCampaign);
    await checkFeed(runner, row, runner.platform.workers.of(caller.uid));
    await checkLandingNow(runner, row);
    const missing = await readinessOf(db, row, clock.now(), lang);
    return { can_activate: missing.length === 0, missing };
  });
  mount(app, endpoints.previewBudgetChange, ({ caller, params, body, lang }) =>
    previewBudgetChange(db, caller, { id: params.userCampaign, change: body }, { now: clock.now(), lang }),
  );
  mount(app, endpoints.showCampaignFeed, ({ caller, params, lang }) =>
    showFeed(runner, caller, params.userCampaign, lang),
  );
  mount(app, endpoints.listCampaignChanges, async ({ caller, params, query }) => {
    const { data, total } = await listCampaignChanges(db, caller, params.userCampaign, query);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.listSiteRules, ({ caller, params, query }) =>
    listSiteRules(db, caller, params.userCampaign, query.sites),
  );
  mount(app, endpoints.showConversionTracking, ({ caller, params }) =>
    showConversionTracking(db, caller, params.userCampaign, platform),
  );
  const traffic = createTrafficSource(platform);
  mount(app, endpoints.previewCampaignChange, ({ caller, params, body, lang }) =>
    previewChange(
      db,
      caller,
      { id: params.userCampaign, change: body },
      { traffic, rates: currencyRatesOf(platform.settings), now: clock.now(), lang },
    ),
  );
  mount(app, endpoints.listCampaignSuggestions, ({ caller, params }) =>
    suggestChanges(db, caller, params.userCampaign, traffic, clock.now(), currencyRatesOf(platform.settings)),
  );
  mount(app, endpoints.forecastCampaign, ({ caller, body }) =>
    forecastCampaign(db, caller, body, traffic, clock.now(), currencyRatesOf(platform.settings)),
  );
}

function addCampaignCommands(app: FastifyInstance, runner: CommandRunner): void {
  const { platform } = runner;
  const { db } = platform;
  mountCommand(app, endpoints.createCampaign, createCampaign, ({ body }) => body);
  mountCommand(app, endpoints.changeCampaign, changeCampaign, ({ params, body }) => ({
    id: params.userCampaign,
    change: body,
  }));
  mountCommand(app, endpoints.undoCampaignChange, undoChange, ({ params }) => ({
    id: params.userCampaign,
    changeId: params.change,
  }));
  mountCommand(app, endpoints.copyCampaign, copyCampaign, ({ params, query }) => ({
    id: params.userCampaign,
    rename: query.rename === "true",
  }));
  mountCommand(app, endpoints.deleteCampaign, deleteCampaign, ({ params }) => ({ id: params.userCampaign }));
  mountCommand(app, endpoints.setCampaignCreatives, chooseCampaignCreatives, ({ params, body }) => ({
    id: params.userCampaign,
    creativeIds: body.creative_ids,
  }));
  mountCommand(app, endpoints.activateCampaign, activateCampaign, async ({ caller, params, body }) => {
    // The feed and the landing page are read outside the command's transaction.
    const row = await getCampaign(db, caller, params.userCampaign);
    await checkFeed(runner, row, runner.platform.workers.of(caller.uid));
    if (row.status === "DRAFT") await checkLandingNow(runner, row);
    return { id: params.userCampaign, expectedCpm: body?.expected_cpm };
  });
  mount(app, endpoints.changeConversionTracking, async (call) => {
    const saved = await runCommand(call, changeConversionTracking, { id: call.params.userCampaign, ...call.body });
    return presentConversionTracking(db, saved, platform);
  });
  mountCommand(app, endpoints.setSiteRule, setSiteRule, ({ params, body }) => ({ id: params.userCampaign, ...body }));
}

function addOptions(app: FastifyInstance, { platform: { db } }: CommandRunner): void {
  mount(app, endpoints.listEntityStatuses, async ({ lang }) => statusOptions(lang));
  mount(app, endpoints.listAllowedStatuses, async ({ caller, params, lang }) => {
    const { status } = await getCampaign(db, caller, params.userCampaign);
    return statusOptions(lang, [status, ...allowedStatuses(status)]);
  });
  mount(app, endpoints.listPacings, async ({ lang }) => pacingOptions(lang));
  mount(app, endpoints.listPerformanceGoals, async () => performanceGoals());
}
