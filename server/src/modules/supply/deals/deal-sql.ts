import { tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { DealPlacement, DealRecord, DealSettings, DealState } from "@litfass/contract/supply/deals";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { uidsWithinReach } from "../../users/index.ts";
import type { DealRow } from "./deal.ts";

/**
 * SQL of deals. They are the operator's; a reader whose reach is limited sees those that are open to all or to an account
 * within it (`isVisible`), and of each only such accounts and campaigns.
 */

type Row = {
  id: string;
  version: number;
  exchange: string;
  deal_id: string;
  name: string;
  price_kind: DealRow["priceKind"];
  price_micros: string;
  currency: string;
  start_on: string | null;
  end_on: string | null;
  status: DealRow["status"];
  state: DealState;
  note: string;
  placements: DealPlacement[];
  accounts: DealRow["accounts"];
  campaigns: number;
  created_at: string;
  changed_at: string;
};

const rowOf = (row: Row): DealRow => ({
  id: Number(row.id),
  version: row.version,
  exchange: row.exchange === tagExchange ? null : row.exchange,
  dealId: row.deal_id,
  name: row.name,
  priceKind: row.price_kind,
  priceMicros: BigInt(row.price_micros),
  currency: row.currency,
  startOn: row.start_on,
  endOn: row.end_on,
  status: row.status,
  state: row.state,
  note: row.note,
  placements: row.placements,
  accounts: row.accounts,
  campaigns: row.campaigns,
  createdAt: new Date(row.created_at),
  changedAt: new Date(row.changed_at),
});

export type Reader = Pick<Caller, "uid" | "reach">;

const stateOn = (today: string): SQL => sql`CASE WHEN d.status = 'ended' THEN 'ended'
  WHEN d.start_on > ${today}::date THEN 'upcoming' WHEN d.end_on < ${today}::date THEN 'past' ELSE 'active' END`;

const hasNoAccounts = sql`NOT EXISTS (SELECT FROM deal_accounts a WHERE a.deal_id = d.id)`;
const isVisible = (reader: Reader): SQL =>
  reader.reach === "all"
    ? sql`true`
    : sql`(${hasNoAccounts} OR EXISTS (SELECT FROM deal_accounts a
        WHERE a.deal_id = d.id AND ${uidsWithinReach(sql`a.user_uid`, reader)}))`;

const placementJson = sql`json_build_object('id', l.id, 'name', l.name, 'site', s.name, 'publisher', p.name)`;
const placementSource = sql`placements l JOIN publisher_sites s ON s.id = l.site_id
  JOIN publishers p ON p.id = l.publisher_id`;

const columns = (
  reader: Reader,
  today: string,
): SQL => sql`d.id, d.version, d.exchange, d.deal_id, d.name, d.price_kind,
  d.price_micros, d.currency, d.start_on::text, d.end_on::text, d.status, ${stateOn(today)} AS state, d.note,
  d.created_at, d.changed_at,
  coalesce((SELECT json_agg(${placementJson} ORDER BY lower(l.name), l.id) FROM deal_placements x
    JOIN ${placementSource} ON l.id = x.placement_id WHERE x.deal_id = d.id), '[]') AS placements,
  coalesce((SELECT json_agg(json_build_object('uid', u.uid,
      'name', coalesce(nullif(u.company_name, ''), nullif(u.full_name, ''), u.email, '')) ORDER BY u.uid)
    FROM deal_accounts a JOIN users u ON u.uid = a.user_uid
    WHERE a.deal_id = d.id AND ${uidsWithinReach(sql`a.user_uid`, reader)}), '[]') AS accounts,
  (SELECT count(*)::int FROM campaigns c WHERE c.status IN ('DRAFT', 'ACTIVE', 'PAUSED') AND NOT c.is_pattern
    AND c.targeting -> 'deal_ids' @> to_jsonb(d.id) AND ${uidsWithinReach(sql`c.owner_uid`, reader)}) AS campaigns`;

export type DealQuery = {
  page: number;
  per_page: number;
  search?: string | undefined;
  sort?: "name" | "exchange" | "price" | "end_on" | "created_at" | undefined;
  direction: "asc" | "desc";
  state?: DealState | undefined;
};

const sortColumns = {
  name: sql`lower(d.name)`,
  exchange: sql`d.exchange`,
  price: sql`d.price_micros`,
  end_on: sql`d.end_on`,
  created_at: sql`d.created_at`,
};

/** A page of the deals that a reader may see, the newest first unless sorted; `total` counts all pages. */
export async function listDealRows(
  db: Executor,
  reader: Reader,
  { page, per_page, search, sort, direction, state }: DealQuery,
  today: string,
): Promise<{ rows: DealRow[]; total: number }> {
  const conditions = [isVisible(reader)];
  if (state !== undefined) conditions.push(sql`${stateOn(today)} = ${state}`);
  if (search) {
    const text = search.toLowerCase();
    conditions.push(sql`(strpos(lower(d.name), ${text}) > 0 OR strpos(lower(d.deal_id), ${text}) > 0
      OR strpos(d.exchange, ${text}) > 0)`);
  }
  const where = sql.join(conditions, sql` AND `);
  const by = sort ? sortColumns[sort] : sql`d.created_at`;
  const order = (sort ? direction : "desc") === "desc" ? sql`${by} DESC NULLS LAST, d.id DESC` : sql`${by}, d.id`;
  const { rows } = await db.execute<Row>(sql`SELECT ${columns(reader, today)} FROM deals d WHERE ${where}
    ORDER BY ${order} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: string }>(sql`SELECT count(*) AS total FROM deals d WHERE ${where}`);
  return { rows: rows.map(rowOf), total: Number(counted.rows[0]?.total) };
}

/** A deal that the reader may see. */
export async function findDeal(db: Executor, reader: Reader, id: number, today: string): Promise<DealRow | null> {
  const { rows } = await db.execute<Row>(
    sql`SELECT ${columns(reader, today)} FROM deals d WHERE d.id = ${id} AND ${isVisible(reader)}`,
  );
  return rows[0] ? rowOf(rows[0]) : null;
}

/** The same, locked until the transaction ends, so that its changes wait for each other. */
export async function lockDeal(tx: Executor, reader: Reader, id: number, today: string): Promise<DealRow | null> {
  await tx.execute(sql`SELECT FROM deals WHERE id = ${id} FOR UPDATE`);
  return findDeal(tx, reader, id, today);
}

/** The deal with this ID at an exchange. */
export async function findDealNamed(db: Executor, exchange: string | null, dealId: string): Promise<number | null> {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id FROM deals WHERE exchange = ${exchange ?? tagExchange} AND deal_id = ${dealId}`,
  );
  return rows[0] ? Number(rows[0].id) : null;
}

type Saved = { by: string | null; now: Date };

const valuesOf = (settings: DealSettings): SQL => sql`${settings.exchange ?? tagExchange}, ${settings.deal_id},
  ${settings.name}, ${settings.price_kind}, ${microsOfMinor(settings.price)}, ${settings.currency},
  ${settings.start_on}::date, ${settings.end_on}::date, ${settings.note}`;

export async function insertDeal(tx: Executor, settings: DealSettings, { by, now }: Saved): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO deals (exchange, deal_id, name, price_kind, price_micros, currency, start_on, end_on, note, version, status,
      created_at, changed_at, changed_by)
    VALUES (${valuesOf(settings)}, 1, 'active', ${at}, ${at}, ${by}) RETURNING id`);
  const id = Number(rows[0]?.id);
  await saveLists(tx, id, settings);
  return id;
}

/** Saves a deal as its next version. */
export async function updateDealRow(
  tx: Executor,
  id: number,
  settings: DealSettings,
  status: DealRecord["status"],
  { by, now }: Saved,
): Promise<void> {
  await tx.execute(sql`
    UPDATE deals SET (exchange, deal_id, name, price_kind, price_micros, currency, start_on, end_on, note) =
      (${valuesOf(settings)}), status = ${status}, version = version + 1,
      changed_at = ${now.toISOString()}::timestamptz, changed_by = ${by}
    WHERE id = ${id}`);
  await tx.execute(sql`DELETE FROM deal_placements WHERE deal_id = ${id}`);
  await tx.execute(sql`DELETE FROM deal_accounts WHERE deal_id = ${id}`);
  await saveLists(tx, id, settings);
}

async function saveLists(tx: Executor, id: number, settings: DealSettings): Promise<void> {
  await tx.execute(sql`INSERT INTO deal_placements (deal_id, placement_id)
    SELECT ${id}, unnest(${sql.param(settings.placement_ids)}::bigint[])`);
  await tx.execute(sql`INSERT INTO deal_accounts (deal_id, user_uid)
    SELECT ${id}, unnest(${sql.param(settings.account_uids)}::text[])`);
}

const maxFound = 30;

/** Placements of any publisher whose name, site or publisher contains a text; archived ones are not offered. */
export async function findPlacements(db: Executor, search: string): Promise<DealPlacement[]> {
  const text = search.toLowerCase();
  const { rows } = await db.execute<{ found: DealPlacement }>(sql`
    SELECT ${placementJson} AS found FROM ${placementSource}
    WHERE l.state <> 'archived' AND (strpos(lower(l.name), ${text}) > 0 OR strpos(lower(s.name), ${text}) > 0
      OR strpos(lower(p.name), ${text}) > 0)
    ORDER BY lower(p.name), lower(l.name), l.id LIMIT ${maxFound}`);
  return rows.map(({ found }) => found);
}

/** How many of these placements there are. */
export async function countPlacements(db: Executor, ids: number[]): Promise<number> {
  const { rows } = await db.execute<{ total: string }>(
    sql`SELECT count(*) AS total FROM placements WHERE id = ANY(${sql.param(ids)}::bigint[])`,
  );
  return Number(rows[0]?.total);
}
