import { dealEndpoints as endpoints } from "@litfass/contract/supply/deals";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { accountTimeZone, dayIn } from "../../reporting/index.ts";
import { getReachableUser } from "../../targeting/index.ts";
import { createDeal, setDealStatus, updateDeal } from "./change-deal.ts";
import { findPlacements } from "./deal-sql.ts";
import { listOpenDeals } from "./open-deals-sql.ts";
import { listDeals, showDeal, showDealReport } from "./show-deals.ts";

/** Deals for staff, and those that an account's campaigns can choose. */
export function dealRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, clock } = platform;
  mount(app, endpoints.listDeals, ({ caller, query }) => listDeals(platform, caller, query));
  mount(app, endpoints.listDealPlacements, ({ query }) => findPlacements(db, query.search ?? ""));
  mount(app, endpoints.showDeal, ({ caller, params }) => showDeal(platform, caller, params.deal));
  mount(app, endpoints.showDealReport, ({ caller, params, query }) =>
    showDealReport(platform, caller, params.deal, query),
  );
  mountCommand(app, endpoints.createDeal, createDeal, ({ body }) => body);
  mountCommand(app, endpoints.updateDeal, updateDeal, ({ params, body: { version, ...settings } }) => ({
    id: params.deal,
    version,
    settings,
  }));
  mountCommand(app, endpoints.setDealStatus, setDealStatus, ({ params, body }) => ({ id: params.deal, ...body }));
  mount(app, endpoints.listOpenDeals, async ({ caller, params }) => {
    await getReachableUser(db, caller, params.user);
    return listOpenDeals(db, params.user, dayIn(accountTimeZone, clock.now()));
  });
}
