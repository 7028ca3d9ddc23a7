import type { SearchAdKey } from "@litfass/contract/connections/google-ads";
import { z } from "zod";
import type { ServicePlatform } from "../calls/call-service.ts";
import { type AccountRows, type AccountsReading, type Reading, readEachAccount } from "../calls/each-account.ts";
import { listSearchAdAccounts, type SearchAdAccount, searchAds } from "./google-ads-api.ts";

export type SearchAdCounts = { impressions: number; clicks: number; costMicros: bigint; currency: string };
/** Figures of one campaign on one day. */
export type SearchAdRow = SearchAdCounts & {
  accountId: string;
  account: string;
  campaignId: string;
  campaignName: string;
  status: string;
  date: string;
};
/** Figures of one campaign on one device, weekday or network. */
export type SearchAdPart = SearchAdCounts & { accountId: string; campaignId: string; key: string };

type Days = { from: string; to: string };

/** Google writes 64-bit numbers as strings and omits zeros. */
const whole = z.coerce.number().int().nonnegative().default(0);
const micros = z.string().regex(/^\d+$/).default("0").transform(BigInt);
const metrics = z
  .object({ impressions: whole, clicks: whole, costMicros: micros })
  .default({ impressions: 0, clicks: 0, costMicros: 0n });
const campaign = z.object({ id: z.string(), name: z.string().default(""), status: z.string().default("UNKNOWN") });

const dayRow = z.object({ campaign, metrics, segments: z.object({ date: z.iso.date() }) });

// Days were validated, so the query can contain them unescaped.
const within = ({ from, to }: Days): string => `segments.date BETWEEN '${from}' AND '${to}'`;
const countFields = "metrics.impressions, metrics.clicks, metrics.cost_micros";

/** Figures of every campaign by day, the latest days first. @throws ServiceProblem */
export async function readSearchAds(
  platform: ServicePlatform,
  accessToken: string,
  days: Days,
): Promise<AccountsReading<SearchAdRow>> {
  const query = `SELECT campaign.id, campaign.name, campaign.status, segments.date, ${countFields} FROM campaign
    WHERE ${within(days)} ORDER BY segments.date DESC`;
  return ofEachAccount(platform, accessToken, async (account) => {
    const { rows, isComplete } = await searchAds(platform, accessToken, account, query, dayRow);
    const mapped = rows.map((row) => ({
      accountId: account.id,
      account: account.name,
      currency: account.currency,
      campaignId: row.campaign.id,
      campaignName: row.campaign.name || row.campaign.id,
      status: row.campaign.status,
      date: row.segments.date,
      ...row.metrics,
    }));
    return { rows: mapped, isComplete };
  });
}

const segmentOf: Record<Exclude<SearchAdKey, "campaign">, { gaql: string; wire: string }> = {
  device: { gaql: "segments.device", wire: "device" },
  weekday: { gaql: "segments.day_of_week", wire: "dayOfWeek" },
  network: { gaql: "segments.ad_network_type", wire: "adNetworkType" },
};

/** Figures of every campaign by device, weekday or network. @throws ServiceProblem */
export async function readSearchAdParts(
  platform: ServicePlatform,
  accessToken: string,
  days: Days,
  key: keyof typeof segmentOf,
): Promise<Reading<SearchAdPart>> {
  const { gaql, wire } = segmentOf[key];
  const query = `SELECT campaign.id, ${gaql}, ${countFields} FROM campaign WHERE ${within(days)}`;
  const row = z.object({ campaign, metrics, segments: z.record(z.string(), z.string()) });
  return ofEachAccount(platform, accessToken, async (account) => {
    const { rows, isComplete } = await searchAds(platform, accessToken, account, query, row);
    const mapped = rows.map(({ campaign: { id }, segments, metrics: counts }) => ({
      accountId: account.id,
      campaignId: id,
      currency: account.currency,
      key: segments[wire] ?? "UNKNOWN",
      ...counts,
    }));
    return { rows: mapped, isComplete };
  });
}

async function ofEachAccount<Row>(
  platform: ServicePlatform,
  accessToken: string,
  read: (account: SearchAdAccount) => Promise<AccountRows<Row>>,
): Promise<AccountsReading<Row>> {
  const { accounts, gaps } = await listSearchAdAccounts(platform, accessToken);
  const reading = await readEachAccount(accounts, ({ name }) => name, read);
  return {
    accounts: accounts.map(({ id, name }) => ({ id, name })),
    rows: reading.rows,
    gaps: [...gaps, ...reading.gaps],
  };
}
