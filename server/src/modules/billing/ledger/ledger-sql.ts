import { type Currency, minorLeftOfMicros } from "@litfass/contract/kernel/money";
import { type Executor, sqlStateOf, type Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { type Entry, InsufficientFunds, LedgerKeyReused, type Line } from "./ledger.ts";

export type Posted = { entryId: bigint; posted: boolean };

const wireLine = ({ account, amountMicros }: Line) => ({
  kind: account.kind,
  owner: "ownerUid" in account ? account.ownerUid : null,
  campaign: "campaignId" in account ? account.campaignId : null,
  // Absent on all other accounts, so that the fingerprints of earlier entries stay the same.
  ...("exchange" in account ? { exchange: account.exchange } : {}),
  currency: account.currency,
  amount: amountMicros.toString(),
});

/**
 * Posts an entry, unless its lines do not sum to zero or a customer's account would become negative. Repeating the
 * same key and lines changes nothing and returns the first entry with `posted: false`.
 * @throws InsufficientFunds, LedgerKeyReused; the transaction is then aborted.
 */
export async function postEntry(tx: Transaction, entry: Entry): Promise<Posted> {
  try {
    const { rows } = await tx.execute<{ entry_id: string; posted: boolean }>(sql`
      select entry_id, posted from ledger_post(${entry.key}, ${entry.kind}, ${entry.fund ?? null},
        ${entry.description ?? ""}, ${JSON.stringify(entry.details ?? {})}::jsonb,
        ${entry.reverses?.toString() ?? null}::bigint, ${entry.actorUid ?? null},
        ${entry.at?.toISOString() ?? null}::timestamptz, ${JSON.stringify(entry.lines.map(wireLine))}::jsonb)`);
    const row = rows[0]!;
    return { entryId: BigInt(row.entry_id), posted: row.posted };
  } catch (error) {
    const state = sqlStateOf(error);
    if (state === "23514") throw new InsufficientFunds(entry.key, { cause: error });
    if (state === "LG001") throw new LedgerKeyReused(entry.key, { cause: error });
    throw error;
  }
}

export type Reservation = { ownerUid: string; currency: Currency; balanceMicros: bigint };

/** The reservation of a campaign, locked until the transaction ends; null if there never was one. */
export async function lockReservation(tx: Transaction, campaignId: number): Promise<Reservation | null> {
  const { rows } = await tx.execute<{ owner_uid: string | null; currency: Currency; balance_micros: string }>(
    sql`select owner_uid, currency, balance_micros from ledger_lock_reservation(${campaignId})`,
  );
  const row = rows[0];
  if (!row?.owner_uid) return null;
  return { ownerUid: row.owner_uid, currency: row.currency, balanceMicros: BigInt(row.balance_micros) };
}

/** The campaign's name at its last reservation. */
export async function reservationName(tx: Executor, campaignId: number): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select e.description as name from ledger_accounts a join ledger_lines l on l.account_id = a.id
    join ledger_entries e on e.id = l.entry_id and e.kind = 'reservation'
    where a.kind = 'reserved' and a.campaign_id = ${campaignId} order by e.id desc limit 1`);
  return rows[0]?.name ?? "";
}

/** The amount that this key's entry posted to a platform account; null for a new key. */
export async function postedAmount(tx: Executor, key: string, operatorKind: string): Promise<bigint | null> {
  const { rows } = await tx.execute<{ amount: string }>(sql`
    select l.amount_micros as amount from ledger_entries e
    join ledger_lines l on l.entry_id = e.id
    join ledger_accounts a on a.id = l.account_id and a.kind = ${operatorKind}
    where e.key = ${key}`);
  return rows[0] ? BigInt(rows[0].amount) : null;
}

/** The entry posted under a key; null for a new key. */
export async function entryOfKey(tx: Executor, key: string): Promise<bigint | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from ledger_entries where key = ${key}`);
  return rows[0] ? BigInt(rows[0].id) : null;
}

/** Whether a customer ever had money here. */
export async function hasAccount(db: Executor, ownerUid: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ledger_accounts where owner_uid = ${ownerUid} limit 1`);
  return rows.length > 0;
}

/** Whether budget of a customer was ever reserved for a campaign, so that one has been started. */
export async function hasReservedBudget(db: Executor, ownerUid: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ledger_accounts where owner_uid = ${ownerUid} and kind = 'reserved' limit 1`,
  );
  return rows.length > 0;
}

export type Sums = {
  stripeMicros: bigint;
  manualMicros: bigint;
  reservedMicros: bigint;
  /** The reservations in minor units, rounded like each campaign's remaining budget. */
  reservedMinor: number;
  availableMicros: bigint;
};

type SumsRow = {
  stripe: string;
  manual: string;
  reserved: string;
  reservations: string[] | null;
  available: string;
};

/** The sums of one customer's accounts in one currency. */
export async function sumsOf(db: Executor, ownerUid: string, currency: Currency): Promise<Sums> {
  const { rows } = await db.execute<SumsRow>(sql`
    select
      coalesce((select sum(l.amount_micros) from ledger_lines l join ledger_entries e on e.id = l.entry_id
        where l.account_id = any (own.available_ids) and e.fund = 'stripe'), 0)::bigint as stripe,
      coalesce((select sum(l.amount_micros) from ledger_lines l join ledger_entries e on e.id = l.entry_id
        where l.account_id = any (own.available_ids) and e.fund = 'manual'), 0)::bigint as manual,
      own.reserved, own.reservations, own.available
    from (
      select array_agg(id) filter (where kind = 'available') as available_ids,
        coalesce(sum(balance_micros) filter (where kind = 'reserved'), 0)::bigint as reserved,
        array_agg(balance_micros::text) filter (where kind = 'reserved' and balance_micros > 0) as reservations,
        coalesce(sum(balance_micros) filter (where kind = 'available'), 0)::bigint as available
      from ledger_accounts where owner_uid = ${ownerUid} and currency = ${currency}
    ) own`);
  const row = rows[0]!;
  return {
    stripeMicros: BigInt(row.stripe),
    manualMicros: BigInt(row.manual),
    reservedMicros: BigInt(row.reserved),
    reservedMinor: (row.reservations ?? []).reduce((sum, micros) => sum + minorLeftOfMicros(BigInt(micros)), 0),
    availableMicros: BigInt(row.available),
  };
}

/**
 * What campaigns have spent, in micros; campaigns without a reservation are absent. Computed without the many spend
 * entries: reserved minus returned minus still reserved.
 */
export async function spentOnCampaigns(db: Executor, campaignIds: number[]): Promise<Map<number, bigint>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await db.execute<{ campaign_id: string; spent: string }>(sql`
    select r.campaign_id, (coalesce((
        select -sum(l.amount_micros) from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account_id = a.id
        where e.kind in ('reservation', 'release') and (e.details ->> 'campaign')::bigint = r.campaign_id
      ), 0) - r.balance_micros)::bigint as spent
    from ledger_accounts r
    join ledger_accounts a on a.kind = 'available' and a.owner_uid = r.owner_uid and a.currency = r.currency
    where r.kind = 'reserved' and r.campaign_id = any(${sql.param(campaignIds)}::bigint[])`);
  return new Map(rows.map((row) => [Number(row.campaign_id), BigInt(row.spent)]));
}
