import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { eq, sql } from "drizzle-orm";
import { type VastTagRow, vastTags } from "./tables.ts";

/** All SQL of VAST tags. Callers have checked access to the campaign. */

export async function findVastTag(db: Executor, campaignId: number): Promise<VastTagRow | null> {
  const [row] = await db.select().from(vastTags).where(eq(vastTags.campaignId, campaignId));
  return row ?? null;
}

/** The tag that is this creative, with the owner of its campaign. */
export async function findVastTagByCreative(
  db: Executor,
  creative: string,
): Promise<{ tag: VastTagRow; ownerUid: string } | null> {
  const [tag] = await db.select().from(vastTags).where(eq(vastTags.creativeUuid, creative));
  if (!tag) return null;
  const { rows } = await db.execute<{ owner_uid: string }>(
    sql`select owner_uid from campaigns where id = ${tag.campaignId}`,
  );
  return { tag, ownerUid: rows[0]?.owner_uid ?? "" };
}

/** Stores the tag of a campaign instead of the previous one. */
export async function replaceVastTag(tx: WriteTransaction, tag: typeof vastTags.$inferInsert): Promise<VastTagRow> {
  await removeVastTagRow(tx, tag.campaignId);
  const [row] = await tx.insert(vastTags).values(tag).returning();
  return row as VastTagRow;
}

type Check = Pick<VastTagRow, "problem" | "problemValue" | "failures" | "checkedAt" | "nextAt"> &
  Partial<Pick<VastTagRow, "answer" | "changedAt">>;

export async function saveVastCheck(tx: WriteTransaction, campaignId: number, check: Check): Promise<void> {
  await tx.update(vastTags).set(check).where(eq(vastTags.campaignId, campaignId));
}

export async function removeVastTagRow(tx: WriteTransaction, campaignId: number): Promise<void> {
  await tx.delete(vastTags).where(eq(vastTags.campaignId, campaignId));
}

/** Copies the tag to a new campaign, as a creative of its own. */
export async function copyVastTag(tx: Executor, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    insert into vast_tags (campaign_id, creative_uuid, url, duration_seconds, width, height, answer, problem, problem_value,
      failures, changed_at, checked_at, next_at)
    select ${to}, gen_random_uuid(), url, duration_seconds, width, height, answer, problem, problem_value,
      failures, changed_at, checked_at, next_at
    from vast_tags where campaign_id = ${from}`);
}

/** Running campaigns of all customers whose tag is due. */
export async function listDueVastTags(db: Executor, now: Date, limit: number): Promise<{ id: number; url: string }[]> {
  const { rows } = await db.execute<{ campaign_id: string; url: string }>(sql`
    select v.campaign_id, v.url from vast_tags v join campaigns c on c.id = v.campaign_id
    where c.status = 'ACTIVE' and c.type = 'video' and v.next_at <= ${now.toISOString()}::timestamptz
    order by v.next_at, v.campaign_id limit ${limit}`);
  return rows.map(({ campaign_id, url }) => ({ id: Number(campaign_id), url }));
}
