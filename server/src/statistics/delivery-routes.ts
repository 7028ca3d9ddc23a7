import { deliveryReportEndpoints as endpoints } from "@litfass/contract/delivery-report";
import type { FastifyInstance } from "fastify";
import { mount } from "../platform/http/mount.ts";
import { type DeliveryContext, showAdjustments, showDelivery } from "./show-delivery.ts";

export function deliveryRoutes(app: FastifyInstance, context: DeliveryContext): void {
  mount(app, endpoints.showDeliveryReport, ({ caller, params, query }) =>
    showDelivery(context, caller, params.campaign, query),
  );
  mount(app, endpoints.listCampaignAdjustments, ({ caller, params, query }) =>
    showAdjustments(context, caller, params.campaign, query.limit),
  );
}
