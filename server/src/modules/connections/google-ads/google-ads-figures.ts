import type { SearchAdKey } from "@litfass/contract/connections/google-ads";
import type { Platform } from "@litfass/platform/platform";
import { z } from "zod";
import { listSearchAdAccounts, type SearchAdAccount, searchAds } from "./google-ads-api.ts";

export type SearchAdCounts = { impressions: number; clicks: number; costMicros: bigint; currency: string };
/** What one campaign of one day did. */
export type SearchAdRow = SearchAdCounts & {
  accountId: string;
  account: string;
  campaignId: string;
  campaignName: string;
  status: string;
  date: string;
};
/** What one device, weekday or network did. */
export type SearchAdPart = SearchAdCounts & { accountId: string; campaignId: string; key: string };

type Days = { from: string; to: string };

const mostRows = 20_000;
/** Google writes 64-bit numbers as texts, and leaves out what is 0. */
const whole = z.coerce.number().int().nonnegative().default(0);
const micros = z.string().regex(/^\d+$/).default("0").transform(BigInt);
const metrics = z
  .object({ impressions: whole, clicks: whole, costMicros: micros })
  .default({ impressions: 0, clicks: 0, costMicros: 0n });
const campaign = z.object({ id: z.string(), name: z.string().default(""), status: z.string().default("UNKNOWN") });

const dayRow = z.object({ campaign, metrics, segments: z.object({ date: z.iso.date() }) });

// Days were checked as days before they came here, so that the query can hold them as they are.
const within = ({ from, to }: Days): string => `segments.date BETWEEN '${from}' AND '${to}'`;
const counts = "metrics.impressions, metrics.clicks, metrics.cost_micros";

/** Figures of every campaign by day, the latest days first. @throws ServiceProblem */
export async function readSearchAds(platform: Platform, accessToken: string, days: Days): Promise<SearchAdRow[]> {
  const query = `SELECT campaign.id, campaign.name, campaign.status, segments.date, ${counts} FROM campaign
    WHERE ${within(days)} ORDER BY segments.date DESC LIMIT ${mostRows}`;
  return ofEachAccount(platform, accessToken, async (account) =>
    (await searchAds(platform, accessToken, account, query, dayRow)).map((row) => ({
      accountId: account.id,
      account: account.name,
      currency: account.currency,
      campaignId: row.campaign.id,
      campaignName: row.campaign.name || row.campaign.id,
      status: row.campaign.status,
      date: row.segments.date,
      ...row.metrics,
    })),
  );
}

const segmentOf: Record<Exclude<SearchAdKey, "campaign">, { gaql: string; wire: string }> = {
  device: { gaql: "segments.device", wire: "device" },
  weekday: { gaql: "segments.day_of_week", wire: "dayOfWeek" },
  network: { gaql: "segments.ad_network_type", wire: "adNetworkType" },
};

/** Figures of every campaign by device, weekday or network. @throws ServiceProblem */
export async function readSearchAdParts(
  platform: Platform,
  accessToken: string,
  days: Days,
  key: keyof typeof segmentOf,
): Promise<SearchAdPart[]> {
  const { gaql, wire } = segmentOf[key];
  const query = `SELECT campaign.id, ${gaql}, ${counts} FROM campaign WHERE ${within(days)} LIMIT ${mostRows}`;
  const row = z.object({ campaign, metrics, segments: z.record(z.string(), z.string()) });
  return ofEachAccount(platform, accessToken, async (account) =>
    (await searchAds(platform, accessToken, account, query, row)).map(({ campaign: { id }, segments, metrics: m }) => ({
      accountId: account.id,
      campaignId: id,
      currency: account.currency,
      key: segments[wire] ?? "UNKNOWN",
      ...m,
    })),
  );
}

async function ofEachAccount<Row>(
  platform: Platform,
  accessToken: string,
  read: (account: SearchAdAccount) => Promise<Row[]>,
): Promise<Row[]> {
  const accounts = await listSearchAdAccounts(platform, accessToken);
  return (await Promise.all(accounts.map(read))).flat();
}
