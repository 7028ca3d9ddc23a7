import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { Visibility } from "./guarantee.ts";

/** The campaigns whose guarantee was not checked yet. */
export async function unreviewedCampaigns(db: Executor, campaignIds: number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(campaignIds)}::bigint[]) as id
    where not exists (select 1 from guarantee_reviews r where r.campaign_id = id)`);
  return rows.map(({ id }) => Number(id));
}

/** Records the result of a campaign's check; false if it was checked before. */
export async function noteGuaranteeReview(
  tx: Transaction,
  campaignId: number,
  { impressions, measuredImpressions, viewableImpressions }: Visibility,
  creditMicros: bigint,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into guarantee_reviews (campaign_id, impressions, measured_impressions, viewable_impressions, credit_micros,
      reviewed_at)
    values (${campaignId}, ${impressions}, ${measuredImpressions}, ${viewableImpressions}, ${creditMicros.toString()}, ${at.toISOString()})
    on conflict do nothing`);
  return rowCount === 1;
}
