import { marginEndpoints as endpoints } from "@litfass/contract/reporting/margins";
import { mount } from "@litfass/platform/http/mount";
import type { FastifyInstance } from "fastify";
import type { StatisticsContext } from "../report.ts";
import { exportMargins, showMargins } from "./show-margins.ts";

/** What media costs and what remains of the spend, for those who read the books. */
export function marginRoutes(app: FastifyInstance, context: StatisticsContext): void {
  mount(app, endpoints.listMargins, ({ caller, query }) => showMargins(context, caller, query));
  mount(app, endpoints.exportMargins, ({ caller, query, lang }) => exportMargins(context, caller, query, lang));
}
