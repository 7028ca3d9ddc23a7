import { marginEndpoints as endpoints } from "@litfass/contract/reporting/margins";
import { spendBreakdownEndpoints } from "@litfass/contract/reporting/spend-breakdown";
import { mount } from "@litfass/platform/http/mount";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { FastifyInstance } from "fastify";
import type { StatisticsContext } from "../report.ts";
import { exportMargins, showMargins } from "./show-margins.ts";
import { showSpendBreakdown } from "./show-spend-breakdown.ts";

/** What media costs and what remains of the spend, for those who read the books, and by campaign for its advertiser. */
export function marginRoutes(app: FastifyInstance, context: StatisticsContext & { db: Executor }): void {
  mount(app, endpoints.listMargins, ({ caller, query }) => showMargins(context, caller, query));
  mount(app, endpoints.exportMargins, ({ caller, query, lang }) => exportMargins(context, caller, query, lang));
  mount(app, spendBreakdownEndpoints.showSpendBreakdown, ({ caller, params, query }) =>
    showSpendBreakdown(context.db, context, caller, { ...query, campaign: params.campaign }),
  );
}
