import type { CreativeForms } from "@litfass/contract/creatives/creative-content";
import { endpoints } from "@litfass/contract/index";
import type { Language } from "@litfass/contract/kernel/language";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { Caller } from "@litfass/contract/kernel/roles";
import { userActor } from "@litfass/platform/command/actor";
import { outputOf } from "@litfass/platform/command/execute";
import { mount, mountKeyed } from "@litfass/platform/http/mount";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { fillCreatives, formsOfGroups } from "../../creatives/index.ts";
import type { CommandRunner } from "../index.ts";
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

/** Bulk campaigns, for staff who advertise for several customers. */
export function bulkCampaignRoutes(app: FastifyInstance, runner: CommandRunner, impressionsOf: ImpressionsOf): void {
  const { platform, execute } = runner;
  const { db, clock } = platform;
  // Impressions come from the event store, so responses are read after the commit.
  const show = async (caller: Caller, id: number, lang: Language) =>
    presentBulkCampaign(db, await getBulkCampaign(db, caller, id), impressionsOf, lang);

  mount(app, endpoints.listBulkCampaigns, async ({ caller, query }) => {
    const { rows, total } = await listBulkCampaignRows(db, caller, query);
    const data = await presentSummaries(db, rows, impressionsOf);
    return { data, meta: metaOf(query.page, query.per_page, total) };
  });
  mount(app, endpoints.createBulkCampaign, async ({ caller, body, lang }) => {
    const created = outputOf(await execute(createBulkCampaign, { actor: userActor(caller), input: body, lang }));
    return show(caller, created.id, lang);
  });
  mount(app, endpoints.showBulkCampaign, ({ caller, params, lang }) => show(caller, params.bulkCampaign, lang));
  mount(app, endpoints.changeBulkCampaign, async ({ caller, params, body, lang }) => {
    const input = { id: params.bulkCampaign, change: body };
    await execute(changeBulkCampaign, { actor: userActor(caller), input, lang });
    return show(caller, params.bulkCampaign, lang);
  });
  mount(app, endpoints.checkBulkCampaign, async ({ caller, params, lang }) =>
    bulkReadiness(db, caller, await getBulkCampaign(db, caller, params.bulkCampaign), clock.now(), lang),
  );
  mountKeyed(app, endpoints.launchBulkCampaign, async ({ caller, params, body, lang, idempotencyKey, reply }) => {
    const id = params.bulkCampaign;
    const launch = { id, caller, lang, customers: body.customers, idempotencyKey };
    const { results, replayed } = await launchBulkCampaign(runner, launch);
    if (replayed) reply.header("idempotency-replayed", "true");
    return { bulk_campaign: await show(caller, id, lang), results };
  });
  mount(app, endpoints.showBulkCreatives, async ({ caller, params }) => {
    const { bulk, template } = await getBulkCampaign(db, caller, params.bulkCampaign);
    const groups = await formsOfGroups(db, caller, template, bulk.creativeGroups);
    return { bulk_campaign: bulk.id, pattern: template.id, groups: groups.map((each) => withPreviews(each, bulk.id)) };
  });
  mount(app, endpoints.fillBulkCreative, async ({ caller, params, body, lang }) => {
    const { bulk, template } = await getBulkCampaign(db, caller, params.bulkCampaign);
    if (!bulk.creativeGroups.includes(params.creativeGroup)) throw notFound();
    const target = { campaignId: template.id, group: params.creativeGroup, creative: params.creative };
    const filled = await execute(fillCreatives, {
      actor: userActor(caller),
      input: { ...target, change: body },
      lang,
    });
    return withPreviews(outputOf(filled), bulk.id);
  });
}
