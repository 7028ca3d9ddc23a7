import { deliveryReportEndpoints as endpoints } from "@litfass/contract/reporting/delivery-report";
import { mount } from "@litfass/platform/http/mount";
import type { FastifyInstance } from "fastify";
import { maxCampaigns } from "../report.ts";
import { type DeliveryContext, showAdjustments, showDelivery } from "./show-delivery.ts";
import { listSilences } from "./silence-sql.ts";

export function deliveryRoutes(app: FastifyInstance, context: DeliveryContext): void {
  mount(app, endpoints.showDeliveryReport, ({ caller, params, query }) =>
    showDelivery(context, caller, params.campaign, query),
  );
  mount(app, endpoints.listSilentCampaigns, async ({ caller, query }) => {
    const campaigns = await context.sources.campaignsFor(caller, { owner: query.owner, limit: maxCampaigns });
    const names = new Map(campaigns.map(({ id, name }) => [id, name]));
    const silences = await listSilences(context.db, [...names.keys()]);
    return silences.map(({ campaignId, silentSince }) => ({
      campaign_id: campaignId,
      name: names.get(campaignId) ?? "",
      silent_since: silentSince.toISOString(),
    }));
  });
  mount(app, endpoints.listCampaignAdjustments, ({ caller, params, query }) =>
    showAdjustments(context, caller, params.campaign, query.limit),
  );
}
