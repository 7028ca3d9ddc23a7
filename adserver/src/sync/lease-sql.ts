import type { Database, Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** Requests more budget for a campaign's day, up to the day's limit. */
export type LeaseRequest = {
  campaignId: number;
  dayOn: string;
  addMicros: number;
  dayLimitMicros: number;
  /** The latest day that a right clock may show now: a budget's day after it is corrected. */
  lastDayOn?: string;
};

/** `leaseId` is null if nothing can be leased. */
export type LeaseGrant = {
  campaignId: number;
  leaseId: string | null;
  dayOn: string;
  grantedMicros: number;
  consumedMicros: number;
  expiresAtMs: number;
  budgetMicros: number;
  evenDayMicros: number;
  /** Spent or leased for earlier days. */
  beforeDayMicros: number;
  /** Granted to all processes for this day, including this lease. */
  dayGrantedMicros: number;
  /** The part of that which other processes hold and have not settled. */
  othersUnspentMicros: number;
};

/**
 * Grants and extends leases. Budget rows are locked by a statement of their own, so that the one that grants sees what
 * others have changed: grants never exceed what is neither spent nor leased, also while a budget changes.
 */
export async function grantLeases(
  db: Database,
  process: string,
  requests: LeaseRequest[],
  expiresAt: Date,
): Promise<LeaseGrant[]> {
  if (requests.length === 0) return [];
  const extended = await extendLeases(db, process, requests.filter(isExtension), expiresAt);
  const done = new Set(extended.map(({ campaignId }) => campaignId));
  const rest = requests.filter(({ campaignId }) => !done.has(campaignId));
  if (rest.length === 0) return extended;
  const granted = await db.transaction(async (tx) => {
    await lockBudgets(tx, sql`SELECT unnest(${sql.param(rest.map(({ campaignId }) => campaignId))}::bigint[])`);
    return grantFromLocked(tx, process, rest, expiresAt);
  });
  return [...extended, ...granted];
}

const isExtension = ({ addMicros, dayLimitMicros }: LeaseRequest): boolean => addMicros === 0 && dayLimitMicros === 0;

/**
 * Extends leases of the day that is budgeted now. Takes nothing from budgets, so it neither locks nor writes their
 * rows, which all ad servers share, and what others hold is taken from the budget's sums: a look at the leases of
 * every other ad server would make the work of n of them grow with n². Around midnight these sums include unspent leases
 * of the other day, for as long as these are open. What it leaves out (a first lease, another day, a row that somebody
 * holds) is granted as usual: it never waits, so it cannot be part of a deadlock.
 */
async function extendLeases(
  db: Executor,
  process: string,
  requests: LeaseRequest[],
  expiresAt: Date,
): Promise<LeaseGrant[]> {
  if (requests.length === 0) return [];
  const { rows } = await db.execute<GrantRow>(sql`
    WITH own AS (
      SELECT l.id FROM leases l JOIN unnest(
        ${sql.param(requests.map(({ campaignId }) => campaignId))}::bigint[],
        ${sql.param(requests.map(({ dayOn }) => dayOn))}::date[]
      ) AS request (campaign_id, requested_day) ON l.campaign_id = request.campaign_id AND l.day_on = requested_day
      JOIN campaign_budgets b ON b.campaign_id = l.campaign_id AND b.day_on = requested_day
      WHERE l.process = ${process} AND l.closed_at IS NULL FOR UPDATE OF l SKIP LOCKED
    ), extended AS (
      UPDATE leases l SET expires_at = ${expiresAt.toISOString()}::timestamptz FROM own WHERE l.id = own.id
      RETURNING l.id, l.campaign_id, l.day_on, l.granted_micros, l.consumed_micros
    )
    SELECT e.campaign_id, e.id, e.day_on::text AS day_on, e.granted_micros, e.consumed_micros, b.budget_micros,
      b.even_day_micros, b.spent_micros + b.leased_micros - b.day_granted_micros AS before_day,
      b.day_granted_micros AS day_granted, greatest(0, least(b.day_granted_micros - e.granted_micros,
        b.leased_micros - (e.granted_micros - e.consumed_micros))) AS others_unspent
    FROM extended e JOIN campaign_budgets b ON b.campaign_id = e.campaign_id`);
  return rows.map((row) => grantOf(row, expiresAt));
}

type GrantRow = Record<string, string | null>;

const grantOf = (row: GrantRow, expiresAt: Date): LeaseGrant => ({
  campaignId: Number(row.campaign_id),
  leaseId: row.id ?? null,
  dayOn: String(row.day_on),
  grantedMicros: Number(row.granted_micros ?? 0),
  consumedMicros: Number(row.consumed_micros ?? 0),
  expiresAtMs: expiresAt.getTime(),
  budgetMicros: Number(row.budget_micros),
  evenDayMicros: Number(row.even_day_micros),
  beforeDayMicros: Number(row.before_day),
  dayGrantedMicros: Number(row.day_granted),
  othersUnspentMicros: Number(row.others_unspent),
});

async function grantFromLocked(
  tx: Transaction,
  process: string,
  requests: LeaseRequest[],
  expiresAt: Date,
): Promise<LeaseGrant[]> {
  const column = (values: unknown[]) => sql.param(values);
  const { rows } = await tx.execute<GrantRow>(sql`
    WITH requests AS (
      SELECT * FROM unnest(
        ${column(requests.map((request) => request.campaignId))}::bigint[],
        ${column(requests.map((request) => request.dayOn))}::date[],
        ${column(requests.map((request) => Math.floor(request.addMicros)))}::bigint[],
        ${column(requests.map((request) => Math.floor(request.dayLimitMicros)))}::bigint[],
        ${column(requests.map((request) => request.lastDayOn ?? null))}::date[]
      ) AS request (campaign_id, requested_day, add_micros, day_limit, last_day)
    ), present AS (
      SELECT b.campaign_id, b.budget_micros, b.even_day_micros, b.spent_micros, b.leased_micros, requested_day, add_micros,
        day_limit, CASE WHEN b.day_on = requested_day THEN b.day_granted_micros
          WHEN b.day_on > last_day THEN (SELECT coalesce(sum(l.granted_micros), 0)::bigint FROM leases l
            WHERE l.campaign_id = b.campaign_id AND l.day_on = requested_day)
          ELSE 0 END AS day_granted,
        b.day_on IS NULL OR b.day_on <= requested_day OR b.day_on > last_day AS is_current
      FROM campaign_budgets b JOIN requests USING (campaign_id)
    ), sized AS (
      SELECT *, CASE WHEN is_current THEN greatest(0, least(
        add_micros, budget_micros - spent_micros - leased_micros, day_limit - day_granted)) ELSE 0 END AS grant_micros
      FROM present
    ), taken AS (
      UPDATE campaign_budgets b SET
        leased_micros = b.leased_micros + s.grant_micros,
        day_on = s.requested_day,
        day_granted_micros = s.day_granted + s.grant_micros
      FROM sized s WHERE b.campaign_id = s.campaign_id AND s.is_current
    ), granted AS (
      INSERT INTO leases (campaign_id, process, day_on, granted_micros, expires_at)
      SELECT campaign_id, ${process}, requested_day, grant_micros, ${expiresAt.toISOString()}::timestamptz
      FROM sized WHERE is_current
      ON CONFLICT (campaign_id, process, day_on) WHERE closed_at IS NULL DO UPDATE SET
        granted_micros = leases.granted_micros + excluded.granted_micros, expires_at = excluded.expires_at
      RETURNING id, campaign_id, granted_micros, consumed_micros
    )
    SELECT s.campaign_id, g.id, s.requested_day::text AS day_on, g.granted_micros, g.consumed_micros, s.budget_micros,
      s.even_day_micros, s.spent_micros + s.leased_micros - s.day_granted AS before_day,
      s.day_granted + s.grant_micros AS day_granted, (SELECT coalesce(sum(l.granted_micros - l.consumed_micros), 0)
        FROM leases l WHERE l.campaign_id = s.campaign_id AND l.closed_at IS NULL AND l.day_on = s.requested_day
          AND l.process <> ${process})::bigint AS others_unspent
    FROM sized s LEFT JOIN granted g USING (campaign_id)`);
  return rows.map((row) => grantOf(row, expiresAt));
}

/** Open leases of this process with their settled amounts. */
export async function openLeases(db: Executor, process: string) {
  const { rows } = await db.execute<Record<string, string>>(sql`
    SELECT id, campaign_id, day_on::text AS day_on, granted_micros, consumed_micros,
      extract(epoch FROM expires_at) * 1000 AS expires_ms
    FROM leases WHERE process = ${process} AND closed_at IS NULL ORDER BY day_on`);
  return rows.map((row) => ({
    id: String(row.id),
    campaignId: Number(row.campaign_id),
    dayOn: String(row.day_on),
    grantedMicros: Number(row.granted_micros),
    consumedMicros: Number(row.consumed_micros),
    expiresAtMs: Math.floor(Number(row.expires_ms)),
  }));
}

/** A lease that ends, and everything charged on it, settled or not. */
export type EndedLease = { id: string; finalMicros: number };

/** Returns the unused parts of leases in one transaction: a database may be far away. */
export async function finishLeases(db: Database, ended: EndedLease[]): Promise<void> {
  if (ended.length === 0) return;
  const ids = sql`${sql.param(ended.map(({ id }) => id))}::uuid[]`;
  const finals = sql`${sql.param(ended.map(({ finalMicros }) => Math.floor(finalMicros)))}::bigint[]`;
  await db.transaction(async (tx) => {
    await lockBudgets(tx, sql`SELECT campaign_id FROM leases WHERE id = ANY(${ids})`);
    const final = sql`(SELECT micros FROM unnest(${ids}, ${finals}) AS ended (lease_id, micros) WHERE lease_id = leases.id)`;
    await returnRest(tx, sql`id = ANY(${ids})`, sql`greatest(consumed_micros, ${final})`);
  });
}

/**
 * Returns the leases of dead processes: what they did not settle by `before` goes back to the budgets. Returns their
 * number.
 */
export async function returnExpiredLeases(db: Database, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const expired = sql`closed_at IS NULL AND expires_at < ${before.toISOString()}::timestamptz`;
    await lockBudgets(tx, sql`SELECT campaign_id FROM leases WHERE ${expired}`);
    return returnRest(tx, expired, sql`consumed_micros`);
  });
}

async function lockBudgets(tx: Transaction, campaigns: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(
    sql`SELECT 1 FROM campaign_budgets WHERE campaign_id IN (${campaigns}) ORDER BY campaign_id FOR UPDATE`,
  );
}

async function returnRest(
  tx: Transaction,
  which: ReturnType<typeof sql>,
  final: ReturnType<typeof sql>,
): Promise<number> {
  const { rows } = await tx.execute(sql`
    WITH ending AS (
      SELECT id, campaign_id, day_on, granted_micros, least(granted_micros, ${final}) AS final_micros
      FROM leases WHERE closed_at IS NULL AND ${which} FOR UPDATE
    ), closed AS (
      UPDATE leases l SET granted_micros = e.final_micros, closed_at = now() FROM ending e WHERE l.id = e.id
    ), freed AS (
      SELECT campaign_id, day_on, sum(granted_micros - final_micros)::bigint AS micros FROM ending
      GROUP BY campaign_id, day_on
    ), by_campaign AS (
      SELECT f.campaign_id, sum(f.micros)::bigint AS micros,
        coalesce(sum(f.micros) FILTER (WHERE f.day_on = b.day_on), 0)::bigint AS day_micros
      FROM freed f JOIN campaign_budgets b USING (campaign_id) GROUP BY f.campaign_id
    ), given_back AS (
      UPDATE campaign_budgets b SET leased_micros = b.leased_micros - c.micros,
        day_granted_micros = greatest(0, b.day_granted_micros - c.day_micros)
      FROM by_campaign c WHERE b.campaign_id = c.campaign_id
    )
    SELECT id FROM ending`);
  return rows.length;
}
