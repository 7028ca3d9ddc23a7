import { createHmac } from "node:crypto";
import type { Platform } from "@litfass/platform/platform";
import { z } from "zod";
import { askService, ServiceProblem } from "../call-service.ts";

/** What one campaign of one day did. */
export type SocialAdRow = {
  account: string;
  currency: string;
  campaignId: string;
  campaignName: string;
  date: string;
  impressions: number;
  clicks: number;
  costMicros: bigint;
};

const mostAccounts = 10;
const pageSize = 500;
const mostPages = 20;

const accounts = z.object({
  data: z.array(z.object({ id: z.string().regex(/^act_\d+$/), name: z.string().default(""), currency: z.string() })),
});
/** Facebook writes numbers as texts, money in units with decimals. */
const whole = z.coerce.number().int().nonnegative().default(0);
const insights = z.object({
  data: z.array(
    z.object({
      campaign_id: z.string(),
      campaign_name: z.string().default(""),
      date_start: z.iso.date(),
      impressions: whole,
      clicks: whole,
      spend: z
        .string()
        .regex(/^\d+(\.\d+)?$/)
        .default("0"),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

/** One call of the Graph API. A token is sent with the proof that it is used by the app that it was given to. */
export function askFacebook<Answer>(
  { egress, config }: Platform,
  accessToken: string | null,
  path: string,
  query: Record<string, string>,
  schema: z.ZodType<Answer>,
  method: "GET" | "DELETE" = "GET",
): Promise<Answer> {
  const { meta } = config.providers;
  if (!meta) throw new ServiceProblem("unreachable", "facebook is not configured");
  const parameters = new URLSearchParams(query);
  if (accessToken !== null) {
    parameters.set("access_token", accessToken);
    parameters.set("appsecret_proof", createHmac("sha256", meta.appSecret).update(accessToken).digest("hex"));
  }
  return askService(egress, `${meta.graphUrl}${path}?${parameters}`, schema, { method });
}

/** Takes back what a person allowed the app. */
export async function revokeAtFacebook(platform: Platform, accessToken: string): Promise<void> {
  await askFacebook(platform, accessToken, "/me/permissions", {}, z.unknown(), "DELETE");
}

/** Figures of the reachable ad accounts' campaigns by day (Marketing API, insights). @throws ServiceProblem */
export async function readSocialAds(
  platform: Platform,
  accessToken: string,
  days: { from: string; to: string },
): Promise<SocialAdRow[]> {
  const query = { fields: "id,name,currency", limit: String(mostAccounts) };
  const { data } = await askFacebook(platform, accessToken, "/me/adaccounts", query, accounts);
  if (data.length === 0) throw new ServiceProblem("no_account");
  const each = await Promise.all(
    data.slice(0, mostAccounts).map(async ({ id, name, currency }) =>
      (await readInsights(platform, accessToken, id, days)).map((row) => ({
        account: name,
        currency,
        campaignId: row.campaign_id,
        campaignName: row.campaign_name,
        date: row.date_start,
        impressions: row.impressions,
        clicks: row.clicks,
        costMicros: microsOf(row.spend),
      })),
    ),
  );
  return each.flat();
}

async function readInsights(
  platform: Platform,
  accessToken: string,
  account: string,
  { from, to }: { from: string; to: string },
): Promise<z.output<typeof insights>["data"]> {
  const rows: z.output<typeof insights>["data"] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const query = {
      level: "campaign",
      fields: "campaign_id,campaign_name,impressions,clicks,spend",
      time_range: JSON.stringify({ since: from, until: to }),
      time_increment: "1",
      limit: String(pageSize),
      ...(after === undefined ? {} : { after }),
    };
    const answer = await askFacebook(platform, accessToken, `/${account}/insights`, query, insights);
    rows.push(...answer.data);
    after = answer.paging?.cursors?.after;
    if (!answer.paging?.next || after === undefined) break;
  }
  return rows;
}

/** "12.5" is 12,500,000 micros. */
function microsOf(amount: string): bigint {
  const [units = "0", decimals = ""] = amount.split(".");
  return BigInt(units) * 1_000_000n + BigInt(decimals.padEnd(6, "0").slice(0, 6));
}
