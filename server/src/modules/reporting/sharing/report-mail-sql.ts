import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type ReportMail = {
  id: string;
  ownerUid: string;
  frequency: "weekly" | "monthly";
  campaignIds: number[];
  /** Only this customer's campaigns; null for all that the owner may access. */
  aboutUid: string | null;
  nextOn: string;
  /** The weekly summary that the owner did not order; sent only while a campaign of theirs runs. */
  isAutomatic: boolean;
};

const columns = sql`id, owner_uid, frequency, campaign_ids, about_uid, next_on::text, is_automatic`;
type Row = {
  id: string;
  owner_uid: string;
  frequency: ReportMail["frequency"];
  campaign_ids: string[];
  about_uid: string | null;
  next_on: string;
  is_automatic: boolean;
};

const mailOf = (row: Row): ReportMail => ({
  id: row.id,
  ownerUid: row.owner_uid,
  frequency: row.frequency,
  campaignIds: row.campaign_ids.map(Number),
  aboutUid: row.about_uid,
  nextOn: row.next_on,
  isAutomatic: row.is_automatic,
});

/** False if the owner already has `max` scheduled reports. */
export async function insertReportMail(
  tx: WriteTransaction,
  mail: ReportMail,
  now: Date,
  max: number,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO report_mails (id, owner_uid, frequency, campaign_ids, about_uid, next_on, is_automatic, created_at)
    SELECT ${mail.id}, ${mail.ownerUid}, ${mail.frequency}, ${sql.param(mail.campaignIds)}::bigint[],
      ${mail.aboutUid}::text, ${mail.nextOn}::date, ${mail.isAutomatic}, ${now.toISOString()}::timestamptz
    WHERE (SELECT count(*) FROM report_mails WHERE owner_uid = ${mail.ownerUid}) < ${max}`);
  return rowCount === 1;
}

export async function listReportMails(db: Executor, ownerUid: string): Promise<ReportMail[]> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM report_mails
    WHERE owner_uid = ${ownerUid} ORDER BY created_at DESC LIMIT 100`);
  return rows.map(mailOf);
}

/** `ownerUid` null: on behalf of a reader with the mail's own token. */
export async function deleteReportMail(tx: WriteTransaction, id: string, ownerUid: string | null): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`DELETE FROM report_mails
    WHERE id = ${id} AND owner_uid = coalesce(${ownerUid}::text, owner_uid)`);
  return rowCount === 1;
}

/** Mails due on a day, at most a thousand. */
export async function listDueMails(db: Executor, today: string): Promise<ReportMail[]> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM report_mails
    WHERE next_on <= ${today}::date ORDER BY next_on, id LIMIT 1000`);
  return rows.map(mailOf);
}

/** Advances a due mail to its next day; false if another process did. */
export async function moveReportMail(tx: WriteTransaction, id: string, from: string, to: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`UPDATE report_mails SET next_on = ${to}::date
    WHERE id = ${id} AND next_on = ${from}::date`);
  return rowCount === 1;
}

/** The owners among these who never had the automatic weekly summary. */
export async function listWithoutSummary(db: Executor, owners: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ uid: string }>(sql`
    SELECT uid FROM unnest(${sql.param(owners)}::text[]) AS uid
    WHERE NOT EXISTS (SELECT 1 FROM weekly_summaries s WHERE s.owner_uid = uid)`);
  return rows.map(({ uid }) => uid);
}

/** Records that an owner gets the weekly summary; false if recorded before, even if it was stopped since. */
export async function insertSummary(tx: WriteTransaction, ownerUid: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`INSERT INTO weekly_summaries (owner_uid, started_at)
    VALUES (${ownerUid}, ${now.toISOString()}) ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}

/** Whether an owner ordered a weekly report of all own campaigns. */
export async function hasWeeklyReport(db: Executor, ownerUid: string): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT 1 FROM report_mails WHERE owner_uid = ${ownerUid}
    AND frequency = 'weekly' AND campaign_ids = '{}' AND about_uid IS NULL LIMIT 1`);
  return rows.length > 0;
}
