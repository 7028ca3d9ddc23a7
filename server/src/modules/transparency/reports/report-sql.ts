import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { Language } from "@litfass/contract/kernel/language";
import type { AdReportReason } from "@litfass/contract/transparency/ad-report-reasons";
import type { AdReportStatus } from "@litfass/contract/transparency/ad-reports";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { countWaiting, type Waiting } from "@litfass/platform/postgres/waiting-sql";
import { type SQL, sql } from "drizzle-orm";

/** SQL of reports. Staff who review ads may read those of all customers. */

export type NewAdReport = {
  campaignId: number;
  ownerUid: string;
  creativeUuid: string;
  format: string;
  site: string;
  shownAt: Date;
  reason: AdReportReason;
  message: string;
  email: string | null;
  lang: Language;
};

export type AdReportRow = NewAdReport & {
  id: number;
  status: AdReportStatus;
  note: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  campaignName: string;
  destinationUrl: string;
  /** The last submission that contains the reported creative, and the creative as submitted. */
  review: number | null;
  creative: SnapshotCreative | null;
};

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

export async function insertAdReport(tx: WriteTransaction, report: NewAdReport, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO ad_reports (campaign_id, owner_uid, creative_uuid, format, site, shown_at, reason, message, email, lang,
      created_at)
    VALUES (${report.campaignId}, ${report.ownerUid}, ${report.creativeUuid}, ${report.format}, ${report.site},
      ${instant(report.shownAt)}, ${report.reason}, ${report.message}, ${report.email}, ${report.lang}, ${instant(now)})
    RETURNING id`);
  return Number(rows[0]?.id);
}

const columns = sql`r.id, r.campaign_id, r.owner_uid, r.creative_uuid, r.format, r.site, r.shown_at, r.reason, r.message,
  r.email, r.lang, r.status, r.note, r.created_at, r.decided_at, r.decided_by, c.name AS campaign_name,
  coalesce(c.destination_url, '') AS destination_url, s.review, s.creative`;
/** The reported creative in the campaign's last submission with it. */
const sources = sql`ad_reports r JOIN campaigns c ON c.id = r.campaign_id
  LEFT JOIN LATERAL (
    SELECT v.id AS review, e AS creative FROM creative_reviews v, jsonb_array_elements(v.creatives) e
    WHERE v.campaign_id = r.campaign_id AND e->>'uuid' = r.creative_uuid
    ORDER BY (e->>'format' = r.format) DESC, v.id DESC LIMIT 1) s ON true`;

type Row = Record<string, string | null> & { creative: SnapshotCreative | null };

const dateOf = (value: string | null | undefined): Date => new Date(String(value));

const reportOf = (row: Row): AdReportRow => ({
  id: Number(row.id),
  campaignId: Number(row.campaign_id),
  ownerUid: String(row.owner_uid),
  creativeUuid: String(row.creative_uuid),
  format: String(row.format),
  site: String(row.site),
  shownAt: dateOf(row.shown_at),
  reason: row.reason as AdReportReason,
  message: String(row.message),
  email: row.email ?? null,
  lang: row.lang as Language,
  status: row.status as AdReportStatus,
  note: row.note ?? null,
  createdAt: dateOf(row.created_at),
  decidedAt: row.decided_at ? dateOf(row.decided_at) : null,
  decidedBy: row.decided_by ?? null,
  campaignName: String(row.campaign_name),
  destinationUrl: String(row.destination_url),
  review: row.review ? Number(row.review) : null,
  creative: row.creative,
});

export async function findAdReport(db: Executor, id: number): Promise<AdReportRow | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${sources} WHERE r.id = ${id}`);
  return rows[0] ? reportOf(rows[0]) : null;
}

/** Locks a report, so that two people cannot decide on it. */
export async function lockAdReport(tx: WriteTransaction, id: number): Promise<AdReportRow | null> {
  await tx.execute(sql`SELECT id FROM ad_reports WHERE id = ${id} FOR UPDATE`);
  return findAdReport(tx, id);
}

export async function updateAdReport(
  tx: WriteTransaction,
  id: number,
  decision: { status: AdReportStatus; note: string | null; decidedAt: Date | null; decidedBy: string | null },
): Promise<void> {
  await tx.execute(sql`UPDATE ad_reports SET status = ${decision.status}, note = ${decision.note},
    decided_at = ${decision.decidedAt === null ? null : decision.decidedAt.toISOString()}::timestamptz,
    decided_by = ${decision.decidedBy} WHERE id = ${id}`);
}

const isWaiting = sql`r.status IN ('open', 'asked')`;

export type AdReportList = {
  page: number;
  per_page: number;
  status: "waiting" | "decided";
  owner?: string | undefined;
};

/** One page of the queue. */
export async function listAdReportRows(db: Executor, { page, per_page, status, owner }: AdReportList) {
  const ofStatus = status === "waiting" ? isWaiting : sql`r.decided_at IS NOT NULL`;
  const where = owner ? sql`${ofStatus} AND r.owner_uid = ${owner}` : ofStatus;
  const order = status === "waiting" ? sql`r.created_at, r.id` : sql`r.decided_at DESC, r.id DESC`;
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${sources} WHERE ${where} ORDER BY ${order}
    LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const { rows: counts } = await db.execute<{ total: string }>(
    sql`SELECT count(*) AS total FROM ad_reports r WHERE ${where}`,
  );
  return { rows: rows.map(reportOf), total: Number(counts[0]?.total) };
}

/** Reports without a decision. */
export const waitingAdReports = (db: Executor, limit: number): Promise<Waiting> =>
  countWaiting(db, sql`SELECT created_at AS at FROM ad_reports r WHERE ${isWaiting}`, limit);

/** Deletes reports decided before a time; returns their number. */
export async function deleteDecidedReports(tx: WriteTransaction, before: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`DELETE FROM ad_reports WHERE decided_at < ${instant(before)}`);
  return rowCount ?? 0;
}
