import type { CreativeForms } from "@litfass/contract/creatives/creatives";
import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { Caller } from "@litfass/contract/kernel/roles";
import { mount } from "@litfass/platform/http/mount";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { creativeForms, fillCreatives, formsOfGroups } from "../../creatives/index.ts";
import { getCampaign, getCampaignForChange } from "../index.ts";
import { listBulkCampaignRows } from "./bulk-campaign-sql.ts";
import { bulkReadiness } from "./bulk-readiness.ts";
import { changeBulkCampaign } from "./change-bulk-campaign.ts";
import { createBulkCampaign } from "./create-bulk-campaign.ts";
import { getBulkCampaign } from "./get-bulk-campaign.ts";
import { launchBulkCampaign } from "./launch-bulk-campaign.ts";
import { type ImpressionsOf, presentBulkCampaign, presentSummaries } from "./present-bulk-campaign.ts";

/** The same forms with the pages that show a bulk campaign's creatives. */
const withPreviews = ({ forms, ...rest }: CreativeForms, id: number): CreativeForms => ({
  ...rest,
  forms: forms.map((form) => ({
    ...form,
    preview_url: `/creatives/iframe-bulk/${id}/${form.creative_group}/${form.creative}`,
  })),
});

/** Bulk campaigns: for staff who advertise for several customers at once. */
export function bulkCampaignRoutes(app: FastifyInstance, platform: Platform, impressionsOf: ImpressionsOf): void {
  const { db, clock } = platform;
  const show = async (caller: Caller, id: number) =>
    presentBulkCampaign(db, await getBulkCampaign(db, caller, id), impressionsOf, caller.lang);

  mount(app, endpoints.listBulkCampaigns, async ({ caller, query }) => {
    const { rows, total } = await listBulkCampaignRows(db, caller, query);
    const data = await presentSummaries(db, rows, impressionsOf);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.createBulkCampaign, async ({ caller, body }) =>
    show(caller, await createBulkCampaign(db, caller, body, clock.now())),
  );
  mount(app, endpoints.showBulkCampaign, ({ caller, params }) => show(caller, params.bulkCampaign));
  mount(app, endpoints.changeBulkCampaign, async ({ caller, params, body }) => {
    await changeBulkCampaign(db, caller, params.bulkCampaign, body, clock.now());
    return show(caller, params.bulkCampaign);
  });
  mount(app, endpoints.checkBulkCampaign, async ({ caller, params }) =>
    bulkReadiness(db, caller, await getBulkCampaign(db, caller, params.bulkCampaign), clock.now()),
  );
  mount(app, endpoints.launchBulkCampaign, async ({ caller, params, body }) => {
    const results = await launchBulkCampaign(platform, caller, params.bulkCampaign, body.customers);
    return { bulk_campaign: await show(caller, params.bulkCampaign), results };
  });
  mount(app, endpoints.showBulkCreatives, async ({ caller, params }) => {
    const { bulk, pattern } = await getBulkCampaign(db, caller, params.bulkCampaign);
    const groups = await formsOfGroups(db, caller, pattern, bulk.creativeGroups);
    return { bulk_campaign: bulk.id, pattern: pattern.id, groups: groups.map((each) => withPreviews(each, bulk.id)) };
  });
  mount(app, endpoints.fillBulkCreative, async ({ caller, params, body }) => {
    const { bulk, pattern } = await getBulkCampaign(db, caller, params.bulkCampaign);
    if (!bulk.creativeGroups.includes(params.creativeGroup)) throw notFound();
    const target = { campaignId: pattern.id, group: params.creativeGroup, creative: params.creative };
    const access = { get: getCampaign, lock: getCampaignForChange };
    const campaign = await fillCreatives(db, access, caller, target, body, clock.now());
    return withPreviews(await creativeForms(db, caller, campaign, params.creativeGroup), bulk.id);
  });
}
