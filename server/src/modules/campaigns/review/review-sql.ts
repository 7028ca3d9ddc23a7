import { escapeLike } from "@litfass/platform/postgres/like";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, count, desc, eq, ilike, inArray, ne, or, sql } from "drizzle-orm";
import { type CampaignRow, campaigns } from "../tables.ts";
import { creativeReviews, type ReviewRow } from "./review-tables.ts";

/**
 * SQL of reviews. Reviewers may access all campaigns of the queue; an advertiser's commands have checked access to
 * the campaign.
 */

export async function insertReview(
  tx: WriteTransaction,
  values: typeof creativeReviews.$inferInsert,
): Promise<ReviewRow> {
  const [row] = await tx.insert(creativeReviews).values(values).returning();
  return row as ReviewRow;
}

/** A new submission replaces the pending one. */
export async function replacePending(tx: WriteTransaction, campaignId: number, now: Date): Promise<void> {
  await tx
    .update(creativeReviews)
    .set({ status: "replaced", decidedAt: now })
    .where(and(eq(creativeReviews.campaignId, campaignId), eq(creativeReviews.status, "pending")));
}

/** Other approved submissions of a campaign than this one are no longer shown. */
export async function replaceApproved(tx: WriteTransaction, campaignId: number, except: number): Promise<void> {
  await tx
    .update(creativeReviews)
    .set({ status: "replaced" })
    .where(
      and(
        eq(creativeReviews.campaignId, campaignId),
        eq(creativeReviews.status, "approved"),
        ne(creativeReviews.id, except),
      ),
    );
}

/** The last submission of a campaign that was not replaced. */
export async function findLastReview(db: Executor, campaignId: number): Promise<ReviewRow | null> {
  const [row] = await db
    .select()
    .from(creativeReviews)
    .where(and(eq(creativeReviews.campaignId, campaignId), ne(creativeReviews.status, "replaced")))
    .orderBy(desc(creativeReviews.id))
    .limit(1);
  return row ?? null;
}

/** The last approved submission of a campaign: the one that is delivered. */
export async function findApproved(db: Executor, campaignId: number): Promise<ReviewRow | null> {
  const [row] = await db
    .select()
    .from(creativeReviews)
    .where(and(eq(creativeReviews.campaignId, campaignId), eq(creativeReviews.status, "approved")))
    .orderBy(desc(creativeReviews.id))
    .limit(1);
  return row ?? null;
}

export async function lockReview(tx: WriteTransaction, id: number): Promise<ReviewRow | null> {
  const [row] = await tx.select().from(creativeReviews).where(eq(creativeReviews.id, id)).for("update");
  return row ?? null;
}

export async function findReview(db: Executor, id: number): Promise<ReviewRow | null> {
  const [row] = await db.select().from(creativeReviews).where(eq(creativeReviews.id, id));
  return row ?? null;
}

export async function updateDecision(
  tx: WriteTransaction,
  id: number,
  decision: Pick<ReviewRow, "status" | "decidedBy" | "reasons" | "note">,
  now: Date,
): Promise<ReviewRow> {
  const [row] = await tx
    .update(creativeReviews)
    .set({ ...decision, decidedAt: now })
    .where(eq(creativeReviews.id, id))
    .returning();
  return row as ReviewRow;
}

/** The number of each customer's campaigns that were ever approved. */
export async function countApproved(db: Executor, owners: string[]): Promise<Map<string, number>> {
  if (owners.length === 0) return new Map();
  const rows = await db
    .select({ owner: creativeReviews.ownerUid, total: sql<number>`count(distinct ${creativeReviews.campaignId})::int` })
    .from(creativeReviews)
    .where(and(inArray(creativeReviews.ownerUid, owners), eq(creativeReviews.status, "approved")))
    .groupBy(creativeReviews.ownerUid);
  return new Map(rows.map(({ owner, total }) => [owner, total]));
}

/** The campaigns without any approval, with their last submission. Campaigns without submissions are not held back. */
export async function listHeldBack(db: Executor, ids: number[]): Promise<Map<number, ReviewRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([creativeReviews.campaignId])
    .from(creativeReviews)
    .where(
      and(
        inArray(creativeReviews.campaignId, ids),
        inArray(creativeReviews.status, ["pending", "rejected"]),
        sql`not exists (select 1 from creative_reviews shown
          where shown.campaign_id = ${creativeReviews.campaignId} and shown.status = 'approved')`,
      ),
    )
    .orderBy(creativeReviews.campaignId, desc(creativeReviews.id));
  return new Map(rows.map((row) => [row.campaignId, row]));
}

export type ReviewList = {
  page: number;
  per_page: number;
  status: "pending" | "approved" | "rejected";
  kind?: ReviewRow["kind"] | undefined;
  search?: string | undefined;
  owner?: string | undefined;
};
export type ListedReview = ReviewRow & {
  name: string;
  type: CampaignRow["type"];
} & Pick<CampaignRow, "categories" | "lineOfBusiness">;

/** One page of the queue, without submissions approved automatically and pending ones of ended campaigns. */
export async function listReviewRows(db: Executor, list: ReviewList): Promise<{ rows: ListedReview[]; total: number }> {
  const like = list.search ? `%${escapeLike(list.search)}%` : undefined;
  const where = and(
    inQueue(list.status),
    list.kind ? eq(creativeReviews.kind, list.kind) : undefined,
    list.owner ? eq(creativeReviews.ownerUid, list.owner) : undefined,
    like
      ? or(
          ilike(campaigns.name, like),
          sql`exists (select 1 from users u where u.uid = ${creativeReviews.ownerUid} and
            (u.full_name ilike ${like} or u.company_name ilike ${like}))`,
        )
      : undefined,
  );
  const order =
    list.status === "pending"
      ? [asc(creativeReviews.submittedAt), asc(creativeReviews.id)]
      : [desc(creativeReviews.decidedAt), desc(creativeReviews.id)];
  const rows = await db
    .select({
      review: creativeReviews,
      name: campaigns.name,
      type: campaigns.type,
      categories: campaigns.categories,
      lineOfBusiness: campaigns.lineOfBusiness,
    })
    .from(creativeReviews)
    .innerJoin(campaigns, eq(campaigns.id, creativeReviews.campaignId))
    .where(where)
    .orderBy(...order)
    .limit(list.per_page)
    .offset((list.page - 1) * list.per_page);
  const [counted] = await db
    .select({ total: count() })
    .from(creativeReviews)
    .innerJoin(campaigns, eq(campaigns.id, creativeReviews.campaignId))
    .where(where);
  return { rows: rows.map(({ review, ...campaign }) => ({ ...review, ...campaign })), total: counted?.total ?? 0 };
}

export async function countPending(db: Executor): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(creativeReviews)
    .innerJoin(campaigns, eq(campaigns.id, creativeReviews.campaignId))
    .where(inQueue("pending"));
  return row?.total ?? 0;
}

const inQueue = (status: ReviewList["status"]) =>
  and(
    eq(creativeReviews.status, status),
    status === "pending"
      ? inArray(campaigns.status, ["ACTIVE", "PAUSED"])
      : sql`${creativeReviews.decidedBy} is not null`,
  );
