import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** SQL of the notices that owners get about their campaigns, across all owners, only for jobs. */

export type NoticeKind = "first_impressions" | "nearly_spent";

/** Started campaigns whose first impressions were not announced yet, newest first. */
export async function listUnannounced(db: Executor, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from campaigns c
    where c.status in ('ACTIVE', 'PAUSED')
      and not exists (select 1 from campaign_notices n where n.campaign_id = c.id and n.kind = 'first_impressions')
    order by c.activated_at desc, c.id desc limit ${limit}`);
  return rows.map(({ id }) => Number(id));
}

/** Running campaigns that end after a day, with a budget in micros whose near end was not announced yet. */
export async function listWithoutSpentNotice(
  db: Executor,
  after: string,
  limit: number,
): Promise<{ id: number; budgetMicros: bigint }[]> {
  const { rows } = await db.execute<{ id: string; budget: string }>(sql`
    select c.id, c.total_budget_micros as budget from campaigns c
    where c.status = 'ACTIVE' and c.end_on > ${after}::date and c.total_budget_micros > 0
      and not exists (select 1 from campaign_notices n where n.campaign_id = c.id and n.kind = 'nearly_spent'
        and n.about = c.total_budget_micros::text)
    order by c.id limit ${limit}`);
  return rows.map(({ id, budget }) => ({ id: Number(id), budgetMicros: BigInt(budget) }));
}

/** Records a notice; false if it was already recorded. */
export async function insertNotice(
  tx: WriteTransaction,
  notice: { campaignId: number; kind: NoticeKind; about: string; at: Date },
): Promise<boolean> {
  const { campaignId, kind, about, at } = notice;
  const { rowCount } = await tx.execute(sql`
    insert into campaign_notices (campaign_id, kind, about, sent_at)
    values (${campaignId}, ${kind}, ${about}, ${at.toISOString()}) on conflict do nothing`);
  return rowCount === 1;
}
