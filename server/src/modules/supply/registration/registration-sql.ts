import type { Caller } from "@litfass/contract/kernel/roles";
import type { RegistrationStatus } from "@litfass/contract/supply/creative-registrations";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { uidsWithinReach } from "../../users/index.ts";

/** SQL of creatives at exchanges that register them. They are the operator's; advertisers see only those of their campaigns. */

export type FinishedCreative = {
  creativeId: string;
  campaignId: number;
  creativeUuid: string;
  width: number;
  height: number;
  contentHash: string;
};

/** Notes creatives of running campaigns: new ones and those with other content wait to be submitted. */
export async function noteCreatives(
  db: Executor,
  exchange: string,
  found: FinishedCreative[],
  now: Date,
): Promise<void> {
  if (found.length === 0) return;
  const at = now.toISOString();
  await db.execute(sql`
    INSERT INTO creative_registrations AS known (exchange, creative_id, campaign_id, creative_uuid, width, height,
      content_hash, status, next_at, changed_at, used_at)
    SELECT ${exchange}, f."creativeId", f."campaignId", f."creativeUuid", f.width, f.height, f."contentHash", 'waiting',
      ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS f("creativeId" text, "campaignId" bigint,
      "creativeUuid" uuid, width integer, height integer, "contentHash" text)
    ON CONFLICT (exchange, creative_id) DO UPDATE SET used_at = excluded.used_at, campaign_id = excluded.campaign_id,
      creative_uuid = excluded.creative_uuid, content_hash = excluded.content_hash,
      status = CASE WHEN known.content_hash = excluded.content_hash THEN known.status ELSE 'waiting' END,
      reason = CASE WHEN known.content_hash = excluded.content_hash THEN known.reason ELSE '' END,
      attempts = CASE WHEN known.content_hash = excluded.content_hash THEN known.attempts ELSE 0 END,
      next_at = CASE WHEN known.content_hash = excluded.content_hash THEN known.next_at ELSE excluded.next_at END,
      changed_at = CASE WHEN known.content_hash = excluded.content_hash THEN known.changed_at ELSE excluded.changed_at END
    WHERE known.content_hash <> excluded.content_hash OR known.used_at < excluded.used_at - interval '1 day'
      OR known.campaign_id <> excluded.campaign_id`);
}

export type DueCreative = {
  creative_id: string;
  campaign_id: string;
  foreign_id: string | null;
  attempts: number;
};

/** Creatives of an exchange that are due to be submitted, the oldest first. */
export async function listDueCreatives(db: Executor, exchange: string, now: Date, max: number): Promise<DueCreative[]> {
  const { rows } = await db.execute<DueCreative>(sql`
    SELECT creative_id, campaign_id, foreign_id, attempts FROM creative_registrations
    WHERE exchange = ${exchange} AND status = 'waiting' AND next_at <= ${now.toISOString()}::timestamptz
    ORDER BY next_at, creative_id LIMIT ${max}`);
  return rows;
}

type Outcome = {
  status: RegistrationStatus;
  reason: string;
  foreignId: string | null;
  attempts: number;
  nextAt: Date;
};

/** The outcome of handing a creative in. */
export async function saveOutcome(
  db: Executor,
  exchange: string,
  creativeId: string,
  { status, reason, foreignId, attempts, nextAt }: Outcome,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db.execute(sql`
    UPDATE creative_registrations SET status = ${status}, reason = ${reason}, foreign_id = ${foreignId},
      attempts = ${attempts}, next_at = ${nextAt.toISOString()}::timestamptz, changed_at = ${at}::timestamptz,
      submitted_at = CASE WHEN ${status} = 'submitted' THEN ${at}::timestamptz ELSE submitted_at END
    WHERE exchange = ${exchange} AND creative_id = ${creativeId}`);
}

export type Verdict = { creativeId: string; status: "submitted" | "approved" | "rejected"; reason: string };

/** What an exchange says of creatives that were submitted. Those that wait to be submitted again keep waiting. */
export async function saveVerdicts(db: Executor, exchange: string, verdicts: Verdict[], now: Date): Promise<void> {
  if (verdicts.length === 0) return;
  await db.execute(sql`
    UPDATE creative_registrations known SET status = v.status, reason = v.reason,
      changed_at = ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) AS v("creativeId" text, status text, reason text)
    WHERE known.exchange = ${exchange} AND known.creative_id = v."creativeId"
      AND known.status IN ('submitted', 'approved', 'rejected') AND (known.status, known.reason) <> (v.status, v.reason)`);
}

/** When the oldest creative was submitted that is still under review; null if none is. */
export async function oldestSubmission(db: Executor, exchange: string): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    SELECT min(submitted_at) AS at FROM creative_registrations WHERE exchange = ${exchange} AND status = 'submitted'`);
  return rows[0]?.at ? new Date(rows[0].at) : null;
}

/** Removes creatives that no campaign has used since an instant. */
export async function removeUnused(db: Executor, before: Date): Promise<void> {
  await db.execute(sql`DELETE FROM creative_registrations WHERE used_at < ${before.toISOString()}::timestamptz`);
}

export type RegistrationRow = {
  creative_id: string;
  campaign_id: string;
  campaign_name: string;
  owner_name: string;
  width: number;
  height: number;
  status: RegistrationStatus;
  reason: string;
  foreign_id: string | null;
  submitted_at: string | null;
  changed_at: string;
};

const columns = sql`r.creative_id, r.campaign_id, coalesce(c.name, '') AS campaign_name,
  coalesce(nullif(u.company_name, ''), u.full_name, '') AS owner_name, r.width, r.height, r.status, r.reason,
  r.foreign_id, r.submitted_at, r.changed_at`;
const source = sql`creative_registrations r LEFT JOIN campaigns c ON c.id = r.campaign_id
  LEFT JOIN users u ON u.uid = c.owner_uid`;

type Query = {
  page: number;
  per_page: number;
  search?: string | undefined;
  status?: RegistrationStatus | undefined;
  direction: "asc" | "desc";
};

/** A page of an exchange's creatives, what changed last first, and the number of all that match. */
export async function listRegistrationRows(
  db: Executor,
  exchange: string,
  { page, per_page, search = "", status, direction }: Query,
): Promise<{ rows: RegistrationRow[]; total: number }> {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const where = sql`r.exchange = ${exchange} AND (${status ?? null}::text IS NULL OR r.status = ${status ?? null})
    AND (${search} = '' OR c.name ILIKE ${pattern} OR u.company_name ILIKE ${pattern} OR u.full_name ILIKE ${pattern}
      OR r.creative_id = ${search})`;
  const order = direction === "asc" ? sql`r.changed_at, r.creative_id` : sql`r.changed_at DESC, r.creative_id`;
  const { rows } = await db.execute<RegistrationRow>(sql`
    SELECT ${columns} FROM ${source} WHERE ${where} ORDER BY ${order} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const { rows: counted } = await db.execute<{ total: string }>(
    sql`SELECT count(*) AS total FROM ${source} WHERE ${where}`,
  );
  return { rows, total: Number(counted[0]?.total ?? 0) };
}

/** The number of an exchange's creatives by status. */
export async function countRegistrations(db: Executor, exchange: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ status: string; count: string }>(
    sql`SELECT status, count(*) AS count FROM creative_registrations WHERE exchange = ${exchange} GROUP BY status`,
  );
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

export async function findRegistration(db: Executor, exchange: string, id: string): Promise<RegistrationRow | null> {
  const { rows } = await db.execute<RegistrationRow>(
    sql`SELECT ${columns} FROM ${source} WHERE r.exchange = ${exchange} AND r.creative_id = ${id}`,
  );
  return rows[0] ?? null;
}

/** The status of a creative, locked for the rest of the transaction; null if there is none. */
export async function lockRegistration(tx: Executor, exchange: string, id: string): Promise<RegistrationStatus | null> {
  const { rows } = await tx.execute<{ status: RegistrationStatus }>(sql`
    SELECT status FROM creative_registrations WHERE exchange = ${exchange} AND creative_id = ${id} FOR UPDATE`);
  return rows[0]?.status ?? null;
}

/** Lets a creative be submitted again with the next run. */
export async function waitAgain(tx: Executor, exchange: string, id: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`
    UPDATE creative_registrations SET status = 'waiting', reason = '', attempts = 0, next_at = ${at}::timestamptz,
      changed_at = ${at}::timestamptz WHERE exchange = ${exchange} AND creative_id = ${id}`);
}

export type RejectionRow = { exchange: string; creative_uuid: string; width: number; height: number; reason: string };
const maxRejections = 50;

/** Rejected banners of a campaign within the caller's reach. */
export async function listRejectionRows(db: Executor, caller: Caller, campaignId: number): Promise<RejectionRow[]> {
  const { rows } = await db.execute<RejectionRow>(sql`
    SELECT r.exchange, r.creative_uuid, r.width, r.height, r.reason
    FROM creative_registrations r JOIN campaigns c ON c.id = r.campaign_id
    WHERE r.campaign_id = ${campaignId} AND r.status = 'rejected' AND ${uidsWithinReach(sql`c.owner_uid`, caller)}
    ORDER BY r.exchange, r.creative_id LIMIT ${maxRejections}`);
  return rows;
}
