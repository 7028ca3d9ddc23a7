import { statisticsEndpoints as endpoints } from "@litfass/contract/reporting/statistics";
import type { EventNews } from "@litfass/events/index";
import { mount } from "@litfass/platform/http/mount";
import type { FastifyInstance } from "fastify";
import { maxCampaigns, type StatisticsSources } from "../report.ts";
import { createLiveFigures } from "./live-figures.ts";

const eventStream = "text/event-stream";

/**
 * The stream that tells dashboards to refresh. Streams end before the app closes, which would otherwise wait for
 * them.
 */
export function liveRoute(app: FastifyInstance, sources: StatisticsSources, news: EventNews): void {
  const live = createLiveFigures(news);
  app.addHook("preClose", async () => live.close());

  mount(app, endpoints.followStatistics, async ({ caller, request, reply }) => {
    reply.header("cache-control", "no-store").header("x-accel-buffering", "no");
    const stream = await live.open({
      uid: caller.uid,
      async readScope() {
        if (caller.reach === "all") return null;
        const campaigns = await sources.campaignsFor(caller, { limit: maxCampaigns });
        return new Set(campaigns.map(({ id }) => id));
      },
      isSignedIn: async () => (await app.services.authenticate(request))?.uid === caller.uid,
    });
    // Clients that do not accept a stream get only its start.
    if (!String(request.headers.accept ?? "").includes(eventStream)) stream.push(null);
    return { body: stream, contentType: eventStream };
  });
}
