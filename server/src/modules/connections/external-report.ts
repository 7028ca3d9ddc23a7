import type { ConnectionService } from "@litfass/contract/connections/connections";
import type { ExternalReport } from "../reporting/index.ts";
import type { AccountsReading } from "./calls/each-account.ts";
import type { ConnectionContext } from "./connection-context.ts";
import { readExternal } from "./external-result.ts";
import { readSearchAds } from "./google-ads/google-ads-figures.ts";
import { readWebChannels } from "./google-analytics/google-analytics-figures.ts";
import { readSocialAds } from "./meta/social-ads.ts";

type Row = ExternalReport["rows"][number];
type Days = { from: string; to: string };
type Read = (context: ConnectionContext, accessToken: string, days: Days) => Promise<AccountsReading<Row>>;

const readers: Record<ConnectionService, Read> = {
  google_ads: async ({ platform }, token, days) => adRows(await readSearchAds(platform, token, days)),
  facebook: async ({ platform }, token, days) => adRows(await readSocialAds(platform, token, days)),
  google_analytics: async ({ platform }, token, days) => {
    const { rows, ...reading } = await readWebChannels(platform, token, days);
    return {
      ...reading,
      rows: rows.map(({ id, channel, date, sessions, pageViews }) => ({
        accountId: id,
        key: `${id}/${channel}`,
        name: channel,
        date,
        ad: null,
        web: { sessions, pageViews },
      })),
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

const adRows = ({ rows, ...reading }: AccountsReading<AdRow>): AccountsReading<Row> => ({
  ...reading,
  rows: rows.map(({ accountId, account: _account, campaignId, campaignName, date, ...ad }) => ({
    accountId,
    key: `${accountId}/${campaignId}`,
    name: campaignName,
    date,
    ad,
    web: null,
  })),
});

/** Accounts that share a name are told apart by their numbers. */
export function withDistinctNames(accounts: { id: string; name: string }[]) {
  const byName = Map.groupBy(accounts, ({ name }) => name);
  return accounts.map(({ id, name }) => ({ id, name: byName.get(name)?.length === 1 ? name : `${name} (${id})` }));
}

/** The figures of a user's connected accounts for the days, each source with its own error. */
export function externalReports(
  context: ConnectionContext,
  uid: string,
  services: ConnectionService[],
  days: Days,
): Promise<ExternalReport[]> {
  return Promise.all(
    services.map(async (service) => {
      const question = `report ${days.from} ${days.to}`;
      const { data, ...source } = await readExternal(context, { uid, service, question }, async (token) => {
        const { gaps, accounts, rows } = await readers[service](context, token, days);
        return { gaps, data: { accounts: withDistinctNames(accounts), rows } };
      });
      return { source: service, ...source, accounts: data?.accounts ?? [], rows: data?.rows ?? [] };
    }),
  );
}
