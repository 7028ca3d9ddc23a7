import type { ConnectionService, ConnectionStatus } from "@litfass/contract/connections/connections";
import { endpoints } from "@litfass/contract/index";
import type { Caller } from "@litfass/contract/kernel/roles";
import { userActor } from "@litfass/platform/command/actor";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { FastifyInstance } from "fastify";
import { presentImage, uploadImage } from "../creatives/index.ts";
import type { ConnectionContext } from "./connection-context.ts";
import { addConnectionPages } from "./connection-pages.ts";
import { findConnection } from "./connection-sql.ts";
import { disconnect } from "./disconnect.ts";
import { googleAdsRoutes } from "./google-ads/google-ads-routes.ts";
import { fetchGoogleCreative, listGoogleCreatives } from "./google-ads/google-creatives.ts";
import { googleAnalyticsRoutes } from "./google-analytics/google-analytics-routes.ts";

/** Mounts the pages of the connection flows and the calls for external figures. */
export async function connectionRoutes(app: FastifyInstance, context: ConnectionContext): Promise<void> {
  const { platform, clients } = context;
  const status = async (uid: string, service: ConnectionService): Promise<ConnectionStatus> => {
    const connection = await findConnection(platform.db, uid, service);
    return {
      connected: connection !== null,
      available: clients.isAvailable(service),
      account_name: connection?.accountName ?? null,
      connected_at: connection?.connectedAt.toISOString() ?? null,
      fetched_at: connection?.fetchedAt?.toISOString() ?? null,
      needs_reconnect: connection?.brokenAt != null,
    };
  };
  const end = async (caller: Caller, service: ConnectionService): Promise<ConnectionStatus> => {
    await disconnect(context, userActor(caller), { uid: caller.uid, service });
    return status(caller.uid, service);
  };

  mount(app, endpoints.showFacebookConnection, ({ caller }) => status(caller.uid, "facebook"));
  mount(app, endpoints.disconnectFacebook, ({ caller }) => end(caller, "facebook"));
  mount(app, endpoints.showGoogleAdsConnection, ({ caller }) => status(caller.uid, "google_ads"));
  mount(app, endpoints.disconnectGoogleAds, ({ caller }) => end(caller, "google_ads"));
  mount(app, endpoints.showGoogleAnalyticsConnection, ({ caller }) => status(caller.uid, "google_analytics"));
  mount(app, endpoints.disconnectGoogleAnalytics, ({ caller }) => end(caller, "google_analytics"));
  mount(app, endpoints.listGoogleCreatives, ({ caller }) => listGoogleCreatives(context, caller.uid, null));
  mount(app, endpoints.searchGoogleCreatives, ({ caller, body }) => listGoogleCreatives(context, caller.uid, body.q));
  mount(app, endpoints.showGoogleCreativeImage, async ({ caller, params, reply }) => {
    const { image } = await fetchGoogleCreative(context, caller.uid, params.creative, "image");
    reply.header("cache-control", "private, max-age=3600");
    return { body: image.body, contentType: image.contentType };
  });
  mountCommand(
    app,
    endpoints.importGoogleCreative,
    uploadImage,
    async ({ caller, params, body: { campaign_id: campaignId, kind } }) => ({
      campaignId,
      kind,
      ...(await fetchGoogleCreative(context, caller.uid, params.creative, kind)),
    }),
    { done: presentImage },
  );
  googleAdsRoutes(app, context);
  googleAnalyticsRoutes(app, context);
  await addConnectionPages(app, context);
}
