import { z } from "zod";
import type { ServicePlatform } from "../calls/call-service.ts";
import { type AccountsReading, readEachAccount } from "../calls/each-account.ts";
import { ServiceProblem } from "../calls/service-problem.ts";
import { isGranted, readPages } from "./graph-api.ts";

/** The permission required to read figures. */
export const adsPermission = "ads_read";

/** Figures of one campaign on one day. */
export type SocialAdRow = {
  accountId: string;
  account: string;
  currency: string;
  campaignId: string;
  campaignName: string;
  date: string;
  impressions: number;
  clicks: number;
  costMicros: bigint;
};

const maxAccounts = 20;
const maxPages = 20;

const account = z.object({ id: z.string().regex(/^act_\d+$/), name: z.string().default(""), currency: z.string() });
/** Facebook writes numbers as strings, money in units with decimals. */
const whole = z.coerce.number().int().nonnegative().default(0);
const insight = z.object({
  campaign_id: z.string(),
  campaign_name: z.string().default(""),
  date_start: z.iso.date(),
  impressions: whole,
  clicks: whole,
  spend: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .default("0"),
});

/** Figures of the campaigns of all accessible ad accounts by day (Marketing API, insights). @throws ServiceProblem */
export async function readSocialAds(
  platform: ServicePlatform,
  accessToken: string,
  days: { from: string; to: string },
): Promise<AccountsReading<SocialAdRow>> {
  try {
    return await readAccounts(platform, accessToken, days);
  } catch (error) {
    if (!(error instanceof ServiceProblem) || error.problem !== "refused") throw error;
    // The same error means a revoked permission or an app that Meta has not reviewed.
    if (!(await isGranted(platform, accessToken, adsPermission))) throw error;
    throw new ServiceProblem(
      "misconfigured",
      `${adsPermission} is granted, but the app may not use it: ${error.message}`,
    );
  }
}

async function readAccounts(
  platform: ServicePlatform,
  accessToken: string,
  { from, to }: { from: string; to: string },
): Promise<AccountsReading<SocialAdRow>> {
  const { items: accounts } = await readPages(platform, accessToken, {
    path: "/me/adaccounts",
    query: { fields: "id,name,currency" },
    item: account,
    maxPages,
  });
  if (accounts.length === 0) throw new ServiceProblem("no_account");
  const query = {
    level: "campaign",
    fields: "campaign_id,campaign_name,impressions,clicks,spend",
    time_range: JSON.stringify({ since: from, until: to }),
    time_increment: "1",
  };
  const nameOf = ({ id, name }: z.output<typeof account>): string => name || id;
  const read = accounts.slice(0, maxAccounts);
  const reading = await readEachAccount(read, nameOf, async (each) => {
    const found = await readPages(platform, accessToken, {
      path: `/${each.id}/insights`,
      query,
      item: insight,
      maxPages,
    });
    const rows = found.items.map((row) => ({
      accountId: each.id,
      account: nameOf(each),
      currency: each.currency,
      campaignId: row.campaign_id,
      campaignName: row.campaign_name || row.campaign_id,
      date: row.date_start,
      impressions: row.impressions,
      clicks: row.clicks,
      costMicros: microsOf(row.spend),
    }));
    return { rows, isComplete: found.isComplete };
  });
  const unread = accounts.slice(maxAccounts).map((each) => ({ account: nameOf(each), reason: "too_many" as const }));
  const named = read.map((each) => ({ id: each.id, name: nameOf(each) }));
  return { accounts: named, rows: reading.rows, gaps: [...reading.gaps, ...unread] };
}

/** "12.5" is 12,500,000 micros. */
function microsOf(amount: string): bigint {
  const [units = "", decimals = ""] = amount.split(".");
  return BigInt(units) * 1_000_000n + BigInt(decimals.padEnd(6, "0").slice(0, 6));
}
