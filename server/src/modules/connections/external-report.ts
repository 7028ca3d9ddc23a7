import type { ConnectionService } from "@litfass/contract/connections/connections";
import type { ExternalReport } from "../reporting/index.ts";
import { type ConnectionContext, type External, readExternal } from "./external-result.ts";
import { readSearchAds } from "./google-ads/google-ads-figures.ts";
import { readWebChannels } from "./google-analytics/google-analytics-figures.ts";
import { readSocialAds } from "./meta/facebook-api.ts";

type Rows = ExternalReport["rows"];
type Read = (context: ConnectionContext, accessToken: string, days: { from: string; to: string }) => Promise<Rows>;

const readers: Record<ConnectionService, Read> = {
  google_ads: async ({ platform }, token, days) =>
    (await readSearchAds(platform, token, days)).map(({ campaignId, campaignName, ...row }) => ({
      key: campaignId,
      name: campaignName,
      date: row.date,
      ad: row,
      web: null,
    })),
  facebook: async ({ platform }, token, days) =>
    (await readSocialAds(platform, token, days)).map(({ campaignId, campaignName, ...row }) => ({
      key: campaignId,
      name: campaignName,
      date: row.date,
      ad: row,
      web: null,
    })),
  google_analytics: async ({ platform }, token, days) =>
    (await readWebChannels(platform, token, days)).map(({ date, channel, sessions, pageViews }) => ({
      key: channel,
      name: channel,
      date,
      ad: null,
      web: { sessions, pageViews },
    })),
};

/** What a user's connected accounts say of the days, each source with its own trouble. */
export function externalReports(
  context: ConnectionContext,
  uid: string,
  services: ConnectionService[],
  days: { from: string; to: string },
): Promise<ExternalReport[]> {
  return Promise.all(
    services.map(async (service) => {
      const question = `report ${days.from} ${days.to}`;
      const read: External<Rows> = await readExternal(context, { uid, service, question }, (token) =>
        readers[service](context, token, days),
      );
      const { data, ...source } = read;
      return { source: service, ...source, rows: data ?? [] };
    }),
  );
}
