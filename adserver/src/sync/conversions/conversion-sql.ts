import { createHash } from "node:crypto";
import { type AcceptedConversion, maxConversionsPerClick } from "@litfass/contract/adserver/conversion";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { OpenedClick } from "../../serving/conversions/click-id.ts";
import { rootDomain } from "../root-domain.ts";

export type Conversion = {
  click: OpenedClick;
  at: Date;
  valueMicros: bigint | null;
  /** ISO 4217; undefined is the campaign's. */
  currency: string | undefined;
  /** The advertiser's number of the order; undefined counts the click once. */
  order: string | undefined;
};

export type ConversionOutcome = AcceptedConversion | "not_measured" | "expired_click" | "wrong_currency" | "too_many";

type Measured = { owner_uid: string; currency: string; window_days: number; destination_url: string | null };

const hashBytes = 16;
const dayMs = 86_400_000;

/**
 * Two shops of one advertiser may number their orders alike, so the domain is part of what is counted once. Only the
 * hash is stored: an order's number is no figure.
 */
function orderHash({ click, order }: Conversion, destinationUrl: string | null): Buffer {
  const domain =
    destinationUrl !== null && URL.canParse(destinationUrl) ? rootDomain(new URL(destinationUrl).hostname) : "";
  const parts = order === undefined ? ["click", click.nonce.toString("hex")] : ["order", domain, order];
  return createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, hashBytes);
}

/**
 * Stores a conversion before it is acknowledged. The key of the table counts an order once, whichever ad servers it
 * reaches and however often. For a test, only its time is stored.
 */
export async function recordConversion(db: Executor, conversion: Conversion): Promise<ConversionOutcome> {
  const { click, at, valueMicros, currency } = conversion;
  const { rows } = await db.execute<Measured>(sql`
    SELECT owner_uid, currency, conversion_window_days AS window_days, destination_url
    FROM campaigns WHERE id = ${click.campaignId} AND measures_conversions`);
  const campaign = rows[0];
  if (campaign === undefined) return "not_measured";
  if (at.getTime() - click.atMs > campaign.window_days * dayMs) return "expired_click";
  if (currency !== undefined && currency !== campaign.currency) return "wrong_currency";
  if (click.isTest) {
    await db.execute(sql`INSERT INTO campaign_conversion_tests (campaign_id, at) VALUES (${click.campaignId}, ${at.toISOString()})
      ON CONFLICT (campaign_id) DO UPDATE SET at = greatest(campaign_conversion_tests.at, excluded.at)`);
    return "test";
  }
  const hash = orderHash(conversion, campaign.destination_url);
  const inserted = await db.execute(sql`
    INSERT INTO campaign_conversions (owner_uid, order_hash, campaign_id, creative_uuid, site, click, clicked_at,
      converted_at, value_micros)
    SELECT ${campaign.owner_uid}, ${hash}, ${click.campaignId}, ${click.creativeUuid}, ${click.site}, ${click.nonce},
      ${new Date(click.atMs).toISOString()}::timestamptz, ${at.toISOString()}::timestamptz, ${valueMicros}::bigint
    WHERE (SELECT count(*) FROM campaign_conversions
      WHERE campaign_id = ${click.campaignId} AND click = ${click.nonce}) < ${maxConversionsPerClick}
    ON CONFLICT (owner_uid, order_hash) DO NOTHING`);
  if (inserted.rowCount === 1) return "counted";
  const known = await db.execute(sql`SELECT FROM campaign_conversions
    WHERE owner_uid = ${campaign.owner_uid} AND order_hash = ${hash}`);
  return known.rows.length === 1 ? "duplicate" : "too_many";
}
