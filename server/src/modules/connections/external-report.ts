import type { ConnectionService } from "@litfass/contract/connections/connections";
import type { ExternalReport } from "../reporting/index.ts";
import type { Reading } from "./calls/each-account.ts";
import type { ConnectionContext } from "./connection-context.ts";
import { readExternal, readingOf } from "./external-result.ts";
import { readSearchAds } from "./google-ads/google-ads-figures.ts";
import { readWebChannels } from "./google-analytics/google-analytics-figures.ts";
import { readSocialAds } from "./meta/social-ads.ts";

type Row = ExternalReport["rows"][number];
type Days = { from: string; to: string };
type Read = (context: ConnectionContext, accessToken: string, days: Days) => Promise<Reading<Row>>;

const readers: Record<ConnectionService, Read> = {
  google_ads: async ({ platform }, token, days) => adRows(await readSearchAds(platform, token, days)),
  facebook: async ({ platform }, token, days) => adRows(await readSocialAds(platform, token, days)),
  google_analytics: async ({ platform }, token, days) => {
    const { rows, gaps } = await readWebChannels(platform, token, days);
    const nameIn = namer(rows.map(({ name }) => name));
    return {
      rows: rows.map(({ id, name, channel, date, sessions, pageViews }) => ({
        key: `${id}/${channel}`,
        name: nameIn(name, channel),
        date,
        ad: null,
        web: { sessions, pageViews },
      })),
      gaps,
    };
  },
};

type AdRow = {
  accountId: string;
  account: string;
  campaignId: string;
  campaignName: string;
  date: string;
} & NonNullable<Row["ad"]>;

function adRows({ rows, gaps }: Reading<AdRow>): Reading<Row> {
  const nameIn = namer(rows.map(({ account }) => account));
  return {
    rows: rows.map(({ accountId, account, campaignId, campaignName, date, ...ad }) => ({
      key: `${accountId}/${campaignId}`,
      name: nameIn(account, campaignName),
      date,
      ad,
      web: null,
    })),
    gaps,
  };
}

/** Names a row after its account, too, where there are several: campaigns and channels of two accounts may share a name. */
function namer(accounts: string[]): (account: string, name: string) => string {
  const isSeveral = new Set(accounts).size > 1;
  return (account, name) => (isSeveral ? `${account}: ${name}` : name);
}

/** What a user's connected accounts report for the days, each source with its own problem. */
export function externalReports(
  context: ConnectionContext,
  uid: string,
  services: ConnectionService[],
  days: Days,
): Promise<ExternalReport[]> {
  return Promise.all(
    services.map(async (service) => {
      const question = `report ${days.from} ${days.to}`;
      const { data, ...source } = await readExternal(context, { uid, service, question }, async (token) =>
        readingOf(await readers[service](context, token, days)),
      );
      return { source: service, ...source, rows: data ?? [] };
    }),
  );
}
