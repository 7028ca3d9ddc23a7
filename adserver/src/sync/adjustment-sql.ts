import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { Adjustment, AdjustmentReason } from "../auction/pacing/pacing.ts";

export type AdjustmentMinute = {
  campaignId: number;
  minuteAt: Date;
  adjustments: number;
  participationBefore: number;
  participationAfter: number;
  priceFactorBefore: number;
  priceFactorAfter: number;
  reasons: Partial<Record<AdjustmentReason, number>>;
};

const minuteMs = 60_000;

/** Adjustments summed up by campaign and minute: first and last value, count and reason. */
function summarize(adjustments: Adjustment[]): AdjustmentMinute[] {
  const minutes = new Map<string, AdjustmentMinute>();
  for (const adjustment of adjustments) {
    const minute = Math.floor(adjustment.atMs / minuteMs) * minuteMs;
    const key = `${adjustment.campaignId} ${minute}`;
    let sum = minutes.get(key);
    if (sum === undefined) {
      sum = {
        campaignId: adjustment.campaignId,
        minuteAt: new Date(minute),
        adjustments: 0,
        participationBefore: adjustment.participationBefore,
        participationAfter: adjustment.participationAfter,
        priceFactorBefore: adjustment.priceFactorBefore,
        priceFactorAfter: adjustment.priceFactorAfter,
        reasons: {},
      };
      minutes.set(key, sum);
    }
    sum.adjustments++;
    sum.participationAfter = adjustment.participationAfter;
    sum.priceFactorAfter = adjustment.priceFactorAfter;
    sum.reasons[adjustment.reason] = (sum.reasons[adjustment.reason] ?? 0) + 1;
  }
  return [...minutes.values()];
}

/** Saves adjustments; several calls of one minute add up, whichever ad servers they come from. */
export async function recordAdjustments(db: Executor, adjustments: Adjustment[]): Promise<void> {
  // Ordered, so that processes lock rows in the same order.
  const minutes = summarize(adjustments).sort(
    (a, b) => a.campaignId - b.campaignId || a.minuteAt.getTime() - b.minuteAt.getTime(),
  );
  if (minutes.length === 0) return;
  const column = (values: unknown[]) => sql.param(values);
  await db.execute(sql`
    INSERT INTO adjustment_minutes (campaign_id, minute_at, adjustments, participation_before,
      participation_after, price_factor_before, price_factor_after, reasons)
    SELECT * FROM unnest(
      ${column(minutes.map((minute) => minute.campaignId))}::bigint[],
      ${column(minutes.map((minute) => minute.minuteAt.toISOString()))}::timestamptz[],
      ${column(minutes.map((minute) => minute.adjustments))}::int[],
      ${column(minutes.map((minute) => minute.participationBefore))}::float8[],
      ${column(minutes.map((minute) => minute.participationAfter))}::float8[],
      ${column(minutes.map((minute) => minute.priceFactorBefore))}::float8[],
      ${column(minutes.map((minute) => minute.priceFactorAfter))}::float8[],
      ${column(minutes.map((minute) => JSON.stringify(minute.reasons)))}::jsonb[])
    ON CONFLICT (campaign_id, minute_at) DO UPDATE SET
      adjustments = adjustment_minutes.adjustments + excluded.adjustments,
      participation_after = excluded.participation_after,
      price_factor_after = excluded.price_factor_after,
      reasons = (
        SELECT jsonb_object_agg(reason, times) FROM (
          SELECT reason, sum(times::int) AS times FROM (
            SELECT * FROM jsonb_each_text(adjustment_minutes.reasons)
            UNION ALL SELECT * FROM jsonb_each_text(excluded.reasons)
          ) AS parts (reason, times) GROUP BY reason
        ) AS summed)`);
}

const minute = sql`minute_at, adjustments, participation_before, participation_after, price_factor_before,
  price_factor_after, reasons`;

/**
 * The last minutes in which a campaign was adjusted, newest first, all processes together. Processes of earlier releases
 * write to `campaign_adjustments`.
 */
export async function listAdjustments(db: Executor, campaignId: number, limit = 60): Promise<AdjustmentMinute[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    (SELECT ${minute} FROM adjustment_minutes WHERE campaign_id = ${campaignId} ORDER BY minute_at DESC LIMIT ${limit})
    UNION ALL
    (SELECT ${minute} FROM campaign_adjustments WHERE campaign_id = ${campaignId} ORDER BY minute_at DESC LIMIT ${limit})
    ORDER BY minute_at DESC LIMIT ${limit}`);
  return rows.map((row) => ({
    campaignId,
    minuteAt: new Date(String(row.minute_at)),
    adjustments: Number(row.adjustments),
    participationBefore: Number(row.participation_before),
    participationAfter: Number(row.participation_after),
    priceFactorBefore: Number(row.price_factor_before),
    priceFactorAfter: Number(row.price_factor_after),
    reasons: row.reasons as AdjustmentMinute["reasons"],
  }));
}
