import type { AlertRule } from "@litfass/contract/reporting/alerts";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { Incident } from "./incidents.ts";

/** All SQL of alerts. Calls of users name the owner; jobs read across all owners. */

export type AlertRow = {
  id: string;
  ownerUid: string;
  campaignId: number | null;
  campaignName: string | null;
  rule: AlertRule;
  isActive: boolean;
};
type Row = {
  id: string;
  owner_uid: string;
  campaign_id: string | null;
  campaign_name: string | null;
  rule: AlertRule;
  is_active: boolean;
};

const alertOf = (row: Row): AlertRow => ({
  id: row.id,
  ownerUid: row.owner_uid,
  campaignId: row.campaign_id === null ? null : Number(row.campaign_id),
  campaignName: row.campaign_name,
  rule: row.rule,
  isActive: row.is_active,
});
const selected = sql`SELECT a.id, a.owner_uid, a.campaign_id, c.name AS campaign_name, a.rule, a.is_active
  FROM alerts a LEFT JOIN campaigns c ON c.id = a.campaign_id`;

/** False if the owner already has `max` alerts. */
export async function insertAlert(
  tx: WriteTransaction,
  alert: Pick<AlertRow, "id" | "ownerUid" | "campaignId" | "rule">,
  now: Date,
  max: number,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO alerts (id, owner_uid, campaign_id, rule, created_at)
    SELECT ${alert.id}, ${alert.ownerUid}, ${alert.campaignId}::bigint, ${JSON.stringify(alert.rule)}::jsonb,
      ${now.toISOString()}::timestamptz
    WHERE (SELECT count(*) FROM alerts WHERE owner_uid = ${alert.ownerUid}) < ${max}`);
  return rowCount === 1;
}

export async function listAlertRows(db: Executor, ownerUid: string, max: number): Promise<AlertRow[]> {
  const { rows } = await db.execute<Row>(sql`${selected}
    WHERE a.owner_uid = ${ownerUid} ORDER BY a.created_at, a.id LIMIT ${max}`);
  return rows.map(alertOf);
}

export async function findAlert(db: Executor, id: string): Promise<AlertRow | null> {
  const { rows } = await db.execute<Row>(sql`${selected} WHERE a.id = ${id}`);
  return rows[0] ? alertOf(rows[0]) : null;
}

/** An alert, locked until the transaction ends; `ownerUid` null for jobs and unsubscribe links. */
export async function lockAlert(tx: WriteTransaction, ownerUid: string | null, id: string): Promise<AlertRow | null> {
  const { rows } = await tx.execute<Row>(sql`${selected}
    WHERE a.id = ${id} AND a.owner_uid = coalesce(${ownerUid}::text, a.owner_uid) FOR UPDATE OF a`);
  return rows[0] ? alertOf(rows[0]) : null;
}

export async function saveAlert(tx: WriteTransaction, { id, rule, isActive }: AlertRow): Promise<void> {
  await tx.execute(sql`UPDATE alerts SET rule = ${JSON.stringify(rule)}::jsonb, is_active = ${isActive}
    WHERE id = ${id}`);
}

export async function deleteAlert(tx: WriteTransaction, ownerUid: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`DELETE FROM alerts WHERE id = ${id} AND owner_uid = ${ownerUid}`);
  return rowCount === 1;
}

/** The active alerts of all owners, those of one owner together. */
export async function listActiveAlerts(db: Executor, limit: number): Promise<AlertRow[]> {
  const { rows } = await db.execute<Row>(sql`${selected} WHERE a.is_active ORDER BY a.owner_uid, a.id LIMIT ${limit}`);
  return rows.map(alertOf);
}

export async function listIncidents(db: Executor, alertId: string): Promise<Incident[]> {
  const { rows } = await db.execute<{ campaign_id: string; about: string; ended_at: string | null }>(sql`
    SELECT campaign_id, about, ended_at FROM alert_incidents WHERE alert_id = ${alertId} LIMIT 10000`);
  return rows.map(({ campaign_id, about, ended_at }) => ({
    campaignId: Number(campaign_id),
    about,
    endedAt: ended_at === null ? null : new Date(ended_at),
  }));
}

/** Stores which incidents begin or go on now, and ends all others of the alert. */
export async function saveIncidents(
  tx: WriteTransaction,
  alertId: string,
  now: { campaignId: number; about: string }[],
  at: Date,
): Promise<void> {
  const ids = sql`${sql.param(now.map(({ campaignId }) => campaignId))}::bigint[]`;
  await tx.execute(sql`UPDATE alert_incidents SET ended_at = ${at.toISOString()}
    WHERE alert_id = ${alertId} AND ended_at IS NULL AND campaign_id <> ALL(${ids})`);
  if (now.length === 0) return;
  await tx.execute(sql`
    INSERT INTO alert_incidents AS known (alert_id, campaign_id, about, began_at)
    SELECT ${alertId}::uuid, campaign_id, about, ${at.toISOString()}::timestamptz
    FROM unnest(${ids}, ${sql.param(now.map(({ about }) => about))}::text[]) AS met (campaign_id, about)
    ON CONFLICT (alert_id, campaign_id) DO UPDATE SET
      about = excluded.about, ended_at = NULL,
      began_at = CASE WHEN known.about = excluded.about AND known.ended_at IS NULL
        THEN known.began_at ELSE excluded.began_at END`);
}

/** A changed alert starts without incidents. */
export async function forgetIncidents(tx: WriteTransaction, alertId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM alert_incidents WHERE alert_id = ${alertId}`);
}
