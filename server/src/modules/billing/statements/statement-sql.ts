import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { endOfDay, startOfDay } from "../day-bounds-sql.ts";
import { containing } from "../invoices/invoice-list-sql.ts";
import type { EntryKind } from "../ledger/ledger.ts";
import type { Movement } from "../transactions/transaction.ts";

/** Days (YYYY-MM-DD), both inclusive. */
export type DayPeriod = { from?: string | undefined; to?: string | undefined };

type Owner = { ownerUid: string; currency: Currency };

/** A movement of the available money and the balance after it. */
export type StatementMovement = Omit<Movement, "userName" | "refundedMicros"> & { balanceMicros: bigint };

export type StatementSums = {
  openingMicros: bigint;
  debitMicros: bigint;
  creditMicros: bigint;
  firstAt: Date | null;
};

const begins = ({ from }: DayPeriod): SQL => (from ? startOfDay(from) : sql`'-infinity'::timestamptz`);
const ends = ({ to }: DayPeriod): SQL => (to ? endOfDay(to) : sql`'infinity'::timestamptz`);

/** Every movement of an owner's available money with the balance after it, ordered by time, then by posting. */
const movements = ({ ownerUid, currency }: Owner): SQL => sql`(
  select e.id, e.kind, e.description, e.details, e.at, l.amount_micros as amount,
    sum(l.amount_micros) over (order by e.at, e.id) as balance
  from ledger_accounts a join ledger_lines l on l.account_id = a.id join ledger_entries e on e.id = l.entry_id
  where a.kind = 'available' and a.owner_uid = ${ownerUid} and a.currency = ${currency})`;

type Row = {
  id: string;
  kind: EntryKind;
  description: string;
  details: Movement["details"];
  amount: string;
  balance: string;
  at: string;
};

/** Lines of a period, newest first by default. */
export async function listStatement(
  db: Executor,
  owner: Owner,
  query: DayPeriod & { search?: string | undefined; direction?: "asc" | "desc"; limit: number; offset: number },
): Promise<StatementMovement[]> {
  const order = query.direction === "asc" ? sql`m.at, m.id` : sql`m.at desc, m.id desc`;
  const { rows } = await db.execute<Row>(sql`select m.* from ${movements(owner)} m ${where(query)}
    order by ${order} limit ${query.limit} offset ${query.offset}`);
  return rows.map((row) => ({
    entryId: BigInt(row.id),
    ownerUid: owner.ownerUid,
    currency: owner.currency,
    kind: row.kind,
    description: row.description,
    details: row.details,
    amountMicros: BigInt(row.amount),
    balanceMicros: BigInt(row.balance),
    at: new Date(row.at),
  }));
}

const where = (query: DayPeriod & { search?: string | undefined }): SQL => {
  const found = query.search
    ? sql`and (m.description ilike ${containing(query.search)} or m.details ->> 'invoice' ilike ${containing(query.search)}
        or m.id::text = ${query.search})`
    : sql``;
  return sql`where m.at >= ${begins(query)} and m.at < ${ends(query)} ${found}`;
};

export async function countStatement(
  db: Executor,
  owner: Owner,
  query: DayPeriod & { search?: string | undefined },
): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${movements(owner)} m ${where(query)}`,
  );
  return rows[0]!.total;
}

/** The balance before a period, and the money in and out during it. */
export async function sumStatement(db: Executor, owner: Owner, period: DayPeriod): Promise<StatementSums> {
  const { rows } = await db.execute<{ opening: string; debit: string; credit: string; first_at: string | null }>(sql`
    select coalesce(sum(m.amount) filter (where m.at < ${begins(period)}), 0)::bigint as opening,
      coalesce(-sum(m.amount) filter (where m.amount < 0 and m.at >= ${begins(period)}), 0)::bigint as debit,
      coalesce(sum(m.amount) filter (where m.amount > 0 and m.at >= ${begins(period)}), 0)::bigint as credit,
      min(m.at) as first_at
    from ${movements(owner)} m where m.at < ${ends(period)}`);
  const row = rows[0]!;
  return {
    openingMicros: BigInt(row.opening),
    debitMicros: BigInt(row.debit),
    creditMicros: BigInt(row.credit),
    firstAt: row.first_at === null ? null : new Date(row.first_at),
  };
}

/** A campaign's movements up to the start and up to the end of a period, in micros. */
export type CampaignMoves = {
  campaignId: number;
  name: string;
  before: CampaignSums;
  after: CampaignSums;
};
export type CampaignSums = { setAsideMicros: bigint; returnedMicros: bigint; reservedMicros: bigint };

/** The maximum number of campaigns in a response. */
const maxCampaigns = 2000;

/** The campaigns of an owner that ever had a reservation, newest first. */
export async function listCampaignMoves(db: Executor, owner: Owner, period: DayPeriod): Promise<CampaignMoves[]> {
  const { ownerUid, currency } = owner;
  const { rows } = await db.execute<Record<string, string>>(sql`
    with returned as (
      select (e.details ->> 'campaign')::bigint as campaign_id,
        sum(l.amount_micros) filter (where e.at < ${begins(period)}) as before,
        sum(l.amount_micros) filter (where e.at < ${ends(period)}) as after
      from ledger_accounts a join ledger_lines l on l.account_id = a.id
        join ledger_entries e on e.id = l.entry_id and e.kind = 'release'
      where a.kind = 'available' and a.owner_uid = ${ownerUid} and a.currency = ${currency}
      group by 1)
    select r.campaign_id,
      coalesce((array_agg(m.description order by m.entry_id desc) filter (where m.kind = 'reservation'))[1], '') as name,
      coalesce(sum(m.amount_micros) filter (where m.kind = 'reservation' and m.at < ${begins(period)}), 0)::bigint as set_before,
      coalesce(sum(m.amount_micros) filter (where m.kind = 'reservation' and m.at < ${ends(period)}), 0)::bigint as set_after,
      coalesce(sum(m.amount_micros) filter (where m.at < ${begins(period)}), 0)::bigint as reserved_before,
      coalesce(sum(m.amount_micros) filter (where m.at < ${ends(period)}), 0)::bigint as reserved_after,
      coalesce(min(g.before), 0)::bigint as returned_before,
      coalesce(min(g.after), 0)::bigint as returned_after
    from ledger_accounts r join ledger_movements m on m.account_id = r.id
      left join returned g on g.campaign_id = r.campaign_id
    where r.kind = 'reserved' and r.owner_uid = ${ownerUid} and r.currency = ${currency}
    group by r.campaign_id order by r.campaign_id desc limit ${maxCampaigns}`);
  const sums = (row: Record<string, string>, at: "before" | "after"): CampaignSums => ({
    setAsideMicros: BigInt(row[`set_${at}`]!),
    returnedMicros: BigInt(row[`returned_${at}`]!),
    reservedMicros: BigInt(row[`reserved_${at}`]!),
  });
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    name: row.name ?? "",
    before: sums(row, "before"),
    after: sums(row, "after"),
  }));
}
