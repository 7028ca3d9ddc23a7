import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { Charges, Difference, Reconciliation } from "./reconciliation.ts";

async function chargesOf(clickhouse: ClickHouse, from: string): Promise<Charges> {
  const result = await clickhouse.query({
    query: `select e.campaign_id as id, sum(e.charge_micros) as charged from ${from} as e group by id having charged > 0`,
    format: "JSONEachRow",
  });
  const rows = await result.json<{ id: string; charged: string }>();
  return new Map(rows.map((row) => [Number(row.id), BigInt(row.charged)]));
}

/** Charges of all events, individually and from the rollup that the panels read. */
export const eventCharges = (clickhouse: ClickHouse): Promise<Charges> => chargesOf(clickhouse, "ad_events");
export const panelCharges = (clickhouse: ClickHouse): Promise<Charges> => chargesOf(clickhouse, "campaign_hours");

export type StoredReconciliation = Omit<Reconciliation, "sums"> & {
  runAt: Date;
  /** When the differences started; null if there are none. */
  differsSince: Date | null;
  panelsMicros: bigint;
  budgetsMicros: bigint;
  ledgerMicros: bigint;
};

export async function insertReconciliation(
  tx: WriteTransaction,
  { campaigns, eventsMicros, sums, differences }: Reconciliation,
  now: Date,
) {
  await tx.execute(sql`
    INSERT INTO tie_outs (run_at, campaigns, panels_micros, events_micros, budgets_micros, ledger_micros, differences)
    VALUES (${now.toISOString()}, ${campaigns}, ${String(sums.panels)}::bigint, ${String(eventsMicros)}::bigint,
      ${String(sums.budgets)}::bigint, ${String(sums.ledger)}::bigint, ${JSON.stringify(differences)}::jsonb)`);
}

/** Whether the last comparison found differences. */
export async function didDiffer(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ differs: boolean }>(
    sql`SELECT differences <> '[]' AS differs FROM tie_outs ORDER BY id DESC LIMIT 1`,
  );
  return rows[0]?.differs ?? false;
}

export async function listReconciliations(db: Executor, max: number): Promise<StoredReconciliation[]> {
  const { rows } = await db.execute<Record<string, unknown>>(
    sql`SELECT t.*, CASE WHEN t.differences <> '[]' THEN (
        SELECT min(d.run_at) FROM tie_outs d WHERE d.id <= t.id AND d.id > coalesce(
          (SELECT max(a.id) FROM tie_outs a WHERE a.id < t.id AND a.differences = '[]'), 0)) END AS differs_since
      FROM tie_outs t ORDER BY run_at DESC, id DESC LIMIT ${max}`,
  );
  const micros = (value: unknown) => BigInt(String(value));
  return rows.map((row) => ({
    runAt: new Date(String(row.run_at)),
    differsSince: row.differs_since === null ? null : new Date(String(row.differs_since)),
    campaigns: Number(row.campaigns),
    eventsMicros: micros(row.events_micros),
    panelsMicros: micros(row.panels_micros),
    budgetsMicros: micros(row.budgets_micros),
    ledgerMicros: micros(row.ledger_micros),
    differences: row.differences as Difference[],
  }));
}
