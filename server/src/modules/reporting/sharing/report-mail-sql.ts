import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type ReportMail = {
  id: string;
  ownerUid: string;
  frequency: "weekly" | "monthly";
  campaignIds: number[];
  /** Only this customer's campaigns; null for all that the owner sees. */
  aboutUid: string | null;
  nextOn: string;
};

const columns = sql`id, owner_uid, frequency, campaign_ids, about_uid, next_on::text`;
// biome-ignore lint/suspicious/noExplicitAny: the driver's own types, read once here
const mailOf = (row: any): ReportMail => ({
  id: row.id,
  ownerUid: row.owner_uid,
  frequency: row.frequency,
  campaignIds: row.campaign_ids.map(Number),
  aboutUid: row.about_uid,
  nextOn: row.next_on,
});

/** False where the owner has `most` scheduled reports already. */
export async function insertReportMail(db: Executor, mail: ReportMail, now: Date, most: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    INSERT INTO report_mails (id, owner_uid, frequency, campaign_ids, about_uid, next_on, created_at)
    SELECT ${mail.id}, ${mail.ownerUid}, ${mail.frequency}, ${sql.param(mail.campaignIds)}::bigint[],
      ${mail.aboutUid}::text, ${mail.nextOn}::date, ${now.toISOString()}::timestamptz
    WHERE (SELECT count(*) FROM report_mails WHERE owner_uid = ${mail.ownerUid}) < ${most}`);
  return rowCount === 1;
}

export async function listReportMails(db: Executor, ownerUid: string): Promise<ReportMail[]> {
  const { rows } = await db.execute(sql`SELECT ${columns} FROM report_mails
    WHERE owner_uid = ${ownerUid} ORDER BY created_at DESC LIMIT 100`);
  return rows.map(mailOf);
}

/** `ownerUid` null: by somebody who holds the mail's own token. */
export async function removeReportMail(db: Executor, id: string, ownerUid: string | null): Promise<boolean> {
  const { rowCount } = await db.execute(sql`DELETE FROM report_mails
    WHERE id = ${id} AND owner_uid = coalesce(${ownerUid}::text, owner_uid)`);
  return rowCount === 1;
}

/** Those due by a day, some at a time. */
export async function listDueMails(db: Executor, today: string): Promise<ReportMail[]> {
  const { rows } = await db.execute(sql`SELECT ${columns} FROM report_mails
    WHERE next_on <= ${today}::date ORDER BY next_on, id LIMIT 1000`);
  return rows.map(mailOf);
}

/** Takes a due mail on: false where another one did. */
export async function moveReportMail(tx: Executor, id: string, from: string, to: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`UPDATE report_mails SET next_on = ${to}::date
    WHERE id = ${id} AND next_on = ${from}::date`);
  return rowCount === 1;
}
