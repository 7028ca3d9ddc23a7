import { endpoints } from "@litfass/contract/index";
import { mount } from "@litfass/platform/http/mount";
import type { FastifyInstance } from "fastify";
import { accountTimeZone, reportPeriod } from "../../reporting/index.ts";
import type { ConnectionContext } from "../connection-context.ts";
import { presentSource, readExternal } from "../external-result.ts";
import { readWebFigures, readWebFilters } from "./google-analytics-figures.ts";

const service = "google_analytics";

/** Figures of the caller's own website. */
export function googleAnalyticsRoutes(app: FastifyInstance, context: ConnectionContext): void {
  const { platform } = context;
  const daysOf = (query: { from?: string; to?: string }) => {
    const { from, to } = reportPeriod(query, accountTimeZone, platform.clock.now());
    return { from, to };
  };

  mount(app, endpoints.showGoogleAnalytics, async ({ caller, query }) => {
    const days = daysOf(query);
    const { property, channel, country, device } = query;
    const question = JSON.stringify(["figures", days, property, channel, country, device]);
    const read = await readExternal(context, { uid: caller.uid, service, question }, async (token) => ({
      data: await readWebFigures(platform, token, days, query),
      gaps: [],
    }));
    const nothing = { property: null, totals: null, days: [], channels: [], pages: [], devices: [] };
    return { ...presentSource(read), ...days, ...(read.data ?? nothing) };
  });

  mount(app, endpoints.listGoogleAnalyticsFilters, async ({ caller, query }) => {
    const days = daysOf(query);
    const question = JSON.stringify(["filters", days, query.property]);
    const read = await readExternal(context, { uid: caller.uid, service, question }, async (token) => ({
      data: await readWebFilters(platform, token, days, query.property),
      gaps: [],
    }));
    const nothing = { properties: [], channels: [], countries: [], devices: [] };
    return { ...presentSource(read), ...(read.data ?? nothing) };
  });
}
