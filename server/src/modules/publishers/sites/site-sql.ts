import type { PublisherSite, SiteReason } from "@litfass/contract/publishers/publisher-sites";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

/** SQL of claimed sites and apps. Statements for a caller name the publisher, whose access was checked. */

export type SiteRow = {
  id: number;
  publisherId: number;
  kind: PublisherSite["kind"];
  name: string;
  domain: string;
  state: PublisherSite["state"];
  reason: SiteReason | null;
  detail: string;
  failures: number;
  placements: number;
  checkedAt: Date | null;
  verifiedAt: Date | null;
};

type Row = Record<"id" | "publisher_id" | "kind" | "name" | "domain" | "state" | "detail" | "placements", string> &
  Record<"reason" | "checked_at" | "verified_at", string | null> & { failures: number };

const dateOf = (value: string | null): Date | null => (value === null ? null : new Date(value));

const rowOf = (row: Row): SiteRow => ({
  id: Number(row.id),
  publisherId: Number(row.publisher_id),
  kind: row.kind as SiteRow["kind"],
  name: row.name,
  domain: row.domain,
  state: row.state as SiteRow["state"],
  reason: row.reason as SiteRow["reason"],
  detail: row.detail,
  failures: row.failures,
  placements: Number(row.placements),
  checkedAt: dateOf(row.checked_at),
  verifiedAt: dateOf(row.verified_at),
});

const columns = sql`s.id, s.publisher_id, s.kind, s.name, s.domain, s.state, s.reason, s.detail, s.failures, s.checked_at,
  s.verified_at,
  (SELECT count(*) FROM placements l WHERE l.site_id = s.id AND l.state <> 'archived') AS placements`;
const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

export async function listSiteRows(
  db: Executor,
  publisherId: number,
  { page, per_page, search }: { page: number; per_page: number; search?: string | undefined },
): Promise<{ rows: SiteRow[]; total: number }> {
  const found = search ? sql`strpos(s.name, ${search.toLowerCase()}) > 0` : sql`true`;
  const where = sql`s.publisher_id = ${publisherId} AND s.removed_at IS NULL AND ${found}`;
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM publisher_sites s WHERE ${where}
    ORDER BY s.name, s.kind LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: string }>(
    sql`SELECT count(*) AS total FROM publisher_sites s WHERE ${where}`,
  );
  return { rows: rows.map(rowOf), total: Number(counted.rows[0]?.total) };
}

/** All sites and apps of a publisher, withdrawn ones too: their figures stay. */
export async function listSiteNames(db: Executor, publisherId: number): Promise<Pick<SiteRow, "id" | "name">[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    SELECT id, name FROM publisher_sites WHERE publisher_id = ${publisherId} ORDER BY id LIMIT 10000`);
  return rows.map(({ id, name }) => ({ id: Number(id), name }));
}

/** A claim of a publisher, locked until the transaction ends; null if there is none or it was withdrawn. */
export async function lockSite(tx: WriteTransaction, publisherId: number, id: number): Promise<SiteRow | null> {
  const { rows } = await tx.execute<Row>(sql`SELECT ${columns} FROM publisher_sites s
    WHERE s.id = ${id} AND s.publisher_id = ${publisherId} AND s.removed_at IS NULL FOR UPDATE OF s`);
  return rows[0] ? rowOf(rows[0]) : null;
}

/** Adds a claim, or repeats a withdrawn one; null if the publisher has it. */
export async function insertSite(
  tx: WriteTransaction,
  { publisherId, kind, name, domain }: Pick<SiteRow, "publisherId" | "kind" | "name" | "domain">,
  now: Date,
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO publisher_sites AS s (publisher_id, kind, name, domain, state, next_check_at, created_at)
    VALUES (${publisherId}, ${kind}, ${name}, ${domain}, 'pending', ${instant(now)}, ${instant(now)})
    ON CONFLICT (publisher_id, kind, name) DO UPDATE SET domain = excluded.domain, state = 'pending', reason = NULL,
      detail = '', failures = 0, next_check_at = excluded.next_check_at, removed_at = NULL
      WHERE s.removed_at IS NOT NULL
    RETURNING id`);
  return rows[0] ? Number(rows[0].id) : null;
}

export async function removeSite(tx: WriteTransaction, { id, publisherId }: SiteRow, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE publisher_sites SET removed_at = ${instant(now)}
    WHERE id = ${id} AND publisher_id = ${publisherId}`);
}

export async function checkSoon(tx: WriteTransaction, { id, publisherId }: SiteRow, now: Date): Promise<void> {
  await tx.execute(sql`UPDATE publisher_sites SET next_check_at = ${instant(now)}
    WHERE id = ${id} AND publisher_id = ${publisherId}`);
}

export type DueSite = Pick<SiteRow, "id" | "publisherId" | "kind" | "name" | "domain"> & { sellerId: string };

/** Claims of all publishers that are due for a check, for the job. */
export async function listDueSites(db: Executor, now: Date, limit: number): Promise<DueSite[]> {
  const { rows } = await db.execute<
    Record<"id" | "publisher_id" | "kind" | "name" | "domain" | "seller_id", string>
  >(sql`
    SELECT s.id, s.publisher_id, s.kind, s.name, s.domain, p.seller_id
    FROM publisher_sites s JOIN publishers p ON p.id = s.publisher_id
    WHERE s.removed_at IS NULL AND s.next_check_at <= ${instant(now)} ORDER BY s.next_check_at LIMIT ${limit}`);
  return rows.map(({ id, publisher_id, kind, name, domain, seller_id }) => ({
    id: Number(id),
    publisherId: Number(publisher_id),
    kind: kind as SiteRow["kind"],
    name,
    domain,
    sellerId: seller_id,
  }));
}

/** Makes verifications of one host or bundle wait for each other, and tells whether another publisher has it. */
export async function isTaken(tx: WriteTransaction, { id, kind, name }: SiteRow): Promise<boolean> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`publisher site ${kind} ${name}`}))`);
  const { rows } = await tx.execute(sql`SELECT 1 FROM publisher_sites
    WHERE kind = ${kind} AND name = ${name} AND state = 'verified' AND removed_at IS NULL AND id <> ${id}`);
  return rows.length > 0;
}

export type SiteCheck = Pick<SiteRow, "state" | "reason" | "detail" | "failures" | "verifiedAt"> & {
  checkedAt: Date;
  nextAt: Date;
};

export async function saveCheck(tx: WriteTransaction, { id, publisherId }: SiteRow, check: SiteCheck): Promise<void> {
  const { state, reason, detail, failures, verifiedAt, checkedAt, nextAt } = check;
  await tx.execute(sql`UPDATE publisher_sites SET state = ${state}, reason = ${reason}, detail = ${detail},
      failures = ${failures}, verified_at = ${verifiedAt === null ? null : verifiedAt.toISOString()}::timestamptz,
      checked_at = ${instant(checkedAt)}, next_check_at = ${instant(nextAt)}
    WHERE id = ${id} AND publisher_id = ${publisherId}`);
}
