import type { Currency } from "@litfass/contract/kernel/money";
import type { PublisherRecord } from "@litfass/contract/publishers/publishers";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

/** SQL of publishers. Callers check whose publisher it is (`publisher-access.ts`); staff read all of them. */

/** The ledger's name of what is owed to a publisher. No exchange can have such a name, because of its colon. */
export const payeeOf = (sellerId: string): string => `publisher:${sellerId}`;

export type PublisherRow = {
  id: number;
  ownerUid: string;
  ownerName: string;
  email: string;
  name: string;
  state: PublisherRecord["state"];
  currency: Currency;
  sellerId: string;
  sharePercent: number;
  isConfidential: boolean;
  sites: number;
  verifiedSites: number;
  createdAt: Date;
};

type Row = Record<
  | "id"
  | "owner_uid"
  | "owner_name"
  | "email"
  | "name"
  | "state"
  | "currency"
  | "seller_id"
  | "percent"
  | "sites"
  | "verified_sites"
  | "created_at",
  string
> & { is_confidential: boolean };

const rowOf = (row: Row): PublisherRow => ({
  id: Number(row.id),
  ownerUid: row.owner_uid,
  ownerName: row.owner_name,
  email: row.email,
  name: row.name,
  state: row.state as PublisherRow["state"],
  currency: row.currency as Currency,
  sellerId: row.seller_id,
  sharePercent: Number(row.percent),
  isConfidential: row.is_confidential,
  sites: Number(row.sites),
  verifiedSites: Number(row.verified_sites),
  createdAt: new Date(row.created_at),
});

/** A publisher with its owner, its share on a day, and the number of its claims. */
const columns = (
  today: string,
): SQL => sql`p.id, p.owner_uid, p.name, p.state, p.currency, p.seller_id, p.is_confidential, p.created_at,
  coalesce(u.full_name, '') AS owner_name, coalesce(u.email, '') AS email,
  coalesce((SELECT percent FROM publisher_shares h WHERE h.publisher_id = p.id AND h.from_on <= ${today}::date
    ORDER BY from_on DESC LIMIT 1), 0) AS percent,
  (SELECT count(*) FROM publisher_sites s WHERE s.publisher_id = p.id AND s.removed_at IS NULL) AS sites,
  (SELECT count(*) FROM publisher_sites s WHERE s.publisher_id = p.id AND s.removed_at IS NULL AND s.state = 'verified')
    AS verified_sites`;
const source = sql`publishers p JOIN users u ON u.uid = p.owner_uid`;

export type PublisherQuery = {
  page: number;
  per_page: number;
  search?: string | undefined;
  sort?: "name" | "created_at" | undefined;
  direction: "asc" | "desc";
  state?: PublisherRow["state"] | undefined;
};

/** A page of publishers, the newest first unless sorted; `total` counts all pages. */
export async function listPublisherRows(
  db: Executor,
  { page, per_page, search, sort, direction, state }: PublisherQuery,
  today: string,
): Promise<{ rows: PublisherRow[]; total: number }> {
  const conditions = [sql`true`];
  if (state !== undefined) conditions.push(sql`p.state = ${state}`);
  if (search) {
    const text = search.toLowerCase();
    conditions.push(sql`(strpos(lower(p.name), ${text}) > 0 OR strpos(lower(u.email), ${text}) > 0)`);
  }
  const where = sql.join(conditions, sql` AND `);
  const order = {
    newest: sql`p.created_at DESC, p.id DESC`,
    name: direction === "asc" ? sql`lower(p.name), p.id` : sql`lower(p.name) DESC, p.id DESC`,
    created_at: direction === "asc" ? sql`p.created_at, p.id` : sql`p.created_at DESC, p.id DESC`,
  }[sort ?? "newest"];
  const { rows } = await db.execute<Row>(sql`SELECT ${columns(today)} FROM ${source} WHERE ${where} ORDER BY ${order}
    LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: string }>(sql`SELECT count(*) AS total FROM ${source} WHERE ${where}`);
  return { rows: rows.map(rowOf), total: Number(counted.rows[0]?.total) };
}

export async function findPublisher(db: Executor, id: number, today: string): Promise<PublisherRow | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns(today)} FROM ${source} WHERE p.id = ${id}`);
  return rows[0] ? rowOf(rows[0]) : null;
}

/** The publisher that belongs to a user. */
export async function findPublisherOf(db: Executor, ownerUid: string, today: string): Promise<PublisherRow | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns(today)} FROM ${source} WHERE p.owner_uid = ${ownerUid}`);
  return rows[0] ? rowOf(rows[0]) : null;
}

/** Locks a publisher until the transaction ends, so that its changes wait for each other. */
export async function lockPublisher(tx: WriteTransaction, id: number, today: string): Promise<PublisherRow | null> {
  await tx.execute(sql`SELECT 1 FROM publishers WHERE id = ${id} FOR UPDATE`);
  return findPublisher(tx, id, today);
}

export async function insertPublisher(
  tx: WriteTransaction,
  publisher: { ownerUid: string; name: string; currency: Currency; sellerId: string; createdAt: Date },
): Promise<number> {
  const { ownerUid, name, currency, sellerId, createdAt } = publisher;
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO publishers (owner_uid, name, state, currency, seller_id, created_at)
    VALUES (${ownerUid}, ${name}, 'active', ${currency}, ${sellerId}, ${createdAt.toISOString()}::timestamptz)
    RETURNING id`);
  return Number(rows[0]?.id);
}

export async function updatePublisherRow(
  tx: WriteTransaction,
  id: number,
  { name, state, is_confidential: isHidden }: Pick<PublisherRow, "name" | "state"> & { is_confidential: boolean },
): Promise<void> {
  await tx.execute(sql`UPDATE publishers SET name = ${name}, state = ${state}, is_confidential = ${isHidden}
    WHERE id = ${id}`);
}

type Share = { from: string; percent: number };

/** The newest shares of a publisher, of which the first may begin in the future. */
export async function listShares(db: Executor, publisherId: number): Promise<Share[]> {
  const { rows } = await db.execute<{ day: string; percent: string }>(sql`
    SELECT from_on::text AS day, percent FROM publisher_shares WHERE publisher_id = ${publisherId}
    ORDER BY from_on DESC LIMIT 100`);
  return rows.map(({ day, percent }) => ({ from: day, percent: Number(percent) }));
}

export async function saveShare(
  tx: WriteTransaction,
  publisherId: number,
  { from, percent, by, now }: Share & { by: string | null; now: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO publisher_shares (publisher_id, from_on, percent, changed_at, changed_by)
    VALUES (${publisherId}, ${from}::date, ${percent}, ${now.toISOString()}::timestamptz, ${by})
    ON CONFLICT (publisher_id, from_on) DO UPDATE SET percent = excluded.percent, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`);
}
