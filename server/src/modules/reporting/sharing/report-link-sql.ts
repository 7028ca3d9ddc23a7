import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type ReportLink = {
  id: string;
  ownerUid: string;
  title: string;
  passwordHash: string;
  campaignIds: number[];
  /** Only this customer's campaigns; null for all that the owner sees. */
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

// biome-ignore lint/suspicious/noExplicitAny: the driver's own types, read once here
const linkOf = (row: any): ReportLink => ({
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

/** False where the owner has `most` links already. */
export async function insertReportLink(
  db: Executor,
  link: Omit<ReportLink, "opened" | "lockedUntil"> & { tokenHash: string },
  most: number,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    INSERT INTO report_links (id, owner_uid, title, token_hash, password_hash, campaign_ids, about_uid, sites, regions, days,
      from_on, to_on, expires_at, created_at)
    SELECT ${link.id}, ${link.ownerUid}, ${link.title}, ${link.tokenHash}, ${link.passwordHash},
      ${sql.param(link.campaignIds)}::bigint[], ${link.aboutUid}::text, ${sql.param(link.sites)}::text[],
      ${sql.param(link.regions)}::text[], ${link.days}::int, ${link.fromOn}::date, ${link.toOn}::date,
      ${link.expiresAt.toISOString()}::timestamptz, ${link.createdAt.toISOString()}::timestamptz
    WHERE (SELECT count(*) FROM report_links
      WHERE owner_uid = ${link.ownerUid} AND expires_at > ${link.createdAt.toISOString()}) < ${most}`);
  return rowCount === 1;
}

/** The owner's links that can still be read. */
export async function listReportLinks(db: Executor, ownerUid: string, now: Date): Promise<ReportLink[]> {
  const { rows } = await db.execute(sql`SELECT ${columns} FROM report_links
    WHERE owner_uid = ${ownerUid} AND expires_at > ${now.toISOString()} ORDER BY created_at DESC LIMIT 100`);
  return rows.map(linkOf);
}

export async function removeReportLink(db: Executor, ownerUid: string, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`DELETE FROM report_links WHERE id = ${id} AND owner_uid = ${ownerUid}`);
  return rowCount === 1;
}

/** The link of a token that has not expired. */
export async function findReportLink(db: Executor, tokenHash: string, now: Date): Promise<ReportLink | null> {
  const { rows } = await db.execute(sql`SELECT ${columns} FROM report_links
    WHERE token_hash = ${tokenHash} AND expires_at > ${now.toISOString()}`);
  return rows[0] ? linkOf(rows[0]) : null;
}

/** Counts an attempt before the password is looked at, so that attempts at the same time count too. */
export async function countAttempt(db: Executor, id: string, most: number, lockedUntil: Date): Promise<void> {
  await db.execute(sql`UPDATE report_links SET
    failures = CASE WHEN failures + 1 >= ${most} THEN 0 ELSE failures + 1 END,
    locked_until = CASE WHEN failures + 1 >= ${most} THEN ${lockedUntil.toISOString()}::timestamptz ELSE locked_until END
    WHERE id = ${id}`);
}

export async function countOpened(db: Executor, id: string): Promise<void> {
  await db.execute(
    sql`UPDATE report_links SET opened = opened + 1, failures = 0, locked_until = NULL WHERE id = ${id}`,
  );
}

export async function removeExpiredLinks(db: Executor, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM report_links WHERE expires_at < ${before.toISOString()}`);
}

/** Ends what an owner shared: the links, and the reports that are mailed. */
export async function endSharing(db: Executor, ownerUid: string): Promise<void> {
  await db.execute(sql`DELETE FROM report_links WHERE owner_uid = ${ownerUid}`);
  await db.execute(sql`DELETE FROM report_mails WHERE owner_uid = ${ownerUid}`);
}
