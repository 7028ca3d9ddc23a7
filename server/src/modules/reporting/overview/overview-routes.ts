import { campaignOverviewEndpoints as endpoints } from "@litfass/contract/reporting/campaign-overview";
import { mount } from "@litfass/platform/http/mount";
import type { FastifyInstance } from "fastify";
import type { DeliveryContext } from "../diagnosis/show-delivery.ts";
import { listOverviews, showOverview } from "./campaign-overviews.ts";

/** Mounts the figures of the campaign list and of a campaign's page. */
export function overviewRoutes(app: FastifyInstance, context: DeliveryContext): void {
  mount(app, endpoints.listCampaignOverviews, ({ caller, query }) =>
    listOverviews(context, caller, query.campaign_ids),
  );
  mount(app, endpoints.showCampaignOverview, ({ caller, params }) => showOverview(context, caller, params.campaign));
}
