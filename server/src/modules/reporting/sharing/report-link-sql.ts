import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type ReportLink = {
  id: string;
  ownerUid: string;
  title: string;
  passwordHash: string;
  campaignIds: number[];
  /** Only this customer's campaigns; null for all that the owner may access. */
  aboutUid: string | null;
  sites: string[];
  regions: string[];
  days: number | null;
  fromOn: string | null;
  toOn: string | null;
  expiresAt: Date;
  createdAt: Date;
  opened: number;
  lockedUntil: Date | null;
};

const columns = sql`id, owner_uid, title, password_hash, campaign_ids, about_uid, sites, regions, days, from_on::text, to_on::text, expires_at,
  created_at, opened, locked_until`;

/** A row from the driver: 64-bit integers and instants are strings. */
type Row = {
  id: string;
  owner_uid: string;
  title: string;
  password_hash: string;
  campaign_ids: string[];
  about_uid: string | null;
  sites: string[];
  regions: string[];
  days: number | null;
  from_on: string | null;
  to_on: string | null;
  expires_at: string;
  created_at: string;
  opened: number;
  locked_until: string | null;
};

const linkOf = (row: Row): ReportLink => ({
  id: row.id,
  ownerUid: row.owner_uid,
  title: row.title,
  passwordHash: row.password_hash,
  campaignIds: row.campaign_ids.map(Number),
  aboutUid: row.about_uid,
  sites: row.sites,
  regions: row.regions,
  days: row.days,
  fromOn: row.from_on,
  toOn: row.to_on,
  expiresAt: new Date(row.expires_at),
  createdAt: new Date(row.created_at),
  opened: row.opened,
  lockedUntil: row.locked_until === null ? null : new Date(row.locked_until),
});

/** False if the owner already has `max` links. */
export async function insertReportLink(
  tx: WriteTransaction,
  link: Omit<ReportLink, "opened" | "lockedUntil"> & { tokenHash: string },
  max: number,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO report_links (id, owner_uid, title, token_hash, password_hash, campaign_ids, about_uid, sites, regions, days,
      from_on, to_on, expires_at, created_at)
    SELECT ${link.id}, ${link.ownerUid}, ${link.title}, ${link.tokenHash}, ${link.passwordHash},
      ${sql.param(link.campaignIds)}::bigint[], ${link.aboutUid}::text, ${sql.param(link.sites)}::text[],
      ${sql.param(link.regions)}::text[], ${link.days}::int, ${link.fromOn}::date, ${link.toOn}::date,
      ${link.expiresAt.toISOString()}::timestamptz, ${link.createdAt.toISOString()}::timestamptz
    WHERE (SELECT count(*) FROM report_links
      WHERE owner_uid = ${link.ownerUid} AND expires_at > ${link.createdAt.toISOString()}) < ${max}`);
  return rowCount === 1;
}

/** The owner's links that are still valid. */
export async function listReportLinks(db: Executor, ownerUid: string, now: Date): Promise<ReportLink[]> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM report_links
    WHERE owner_uid = ${ownerUid} AND expires_at > ${now.toISOString()} ORDER BY created_at DESC LIMIT 100`);
  return rows.map(linkOf);
}

export async function deleteReportLink(tx: WriteTransaction, ownerUid: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`DELETE FROM report_links WHERE id = ${id} AND owner_uid = ${ownerUid}`);
  return rowCount === 1;
}

/** The link of a token that has not expired. */
export async function findReportLink(db: Executor, tokenHash: string, now: Date): Promise<ReportLink | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM report_links
    WHERE token_hash = ${tokenHash} AND expires_at > ${now.toISOString()}`);
  return rows[0] ? linkOf(rows[0]) : null;
}

/** Counts an attempt; the last allowed one locks the link. */
export async function countAttempt(tx: WriteTransaction, id: string, max: number, lockedUntil: Date): Promise<void> {
  await tx.execute(sql`UPDATE report_links SET
    failures = CASE WHEN failures + 1 >= ${max} THEN 0 ELSE failures + 1 END,
    locked_until = CASE WHEN failures + 1 >= ${max} THEN ${lockedUntil.toISOString()}::timestamptz ELSE locked_until END
    WHERE id = ${id}`);
}

export async function countOpened(tx: WriteTransaction, id: string): Promise<void> {
  await tx.execute(
    sql`UPDATE report_links SET opened = opened + 1, failures = 0, locked_until = NULL WHERE id = ${id}`,
  );
}

export async function deleteExpiredLinks(tx: WriteTransaction, before: Date): Promise<void> {
  await tx.execute(sql`DELETE FROM report_links WHERE expires_at < ${before.toISOString()}`);
}

/** Revokes everything an owner shared: links and scheduled reports. */
export async function endSharing(db: Executor, ownerUid: string): Promise<void> {
  await db.execute(sql`DELETE FROM report_links WHERE owner_uid = ${ownerUid}`);
  await db.execute(sql`DELETE FROM report_mails WHERE owner_uid = ${ownerUid}`);
  await db.execute(sql`DELETE FROM weekly_summaries WHERE owner_uid = ${ownerUid}`);
}
