import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type Charge = { campaignId: number; amountMicros: bigint };

export type MediaCost = {
  /** The payee: an exchange, or a publisher. */
  exchange: string;
  currency: Currency;
  /** Clearing prices and fees of `impressions`, in micros. */
  amountMicros: bigint;
  impressions: number;
};

/** `null` is the transaction's time. */
const timeOf = (at: Date | undefined) => sql`coalesce(${at?.toISOString() ?? null}::timestamptz, now())`;

/**
 * Takes the charges of delivered impressions from the campaigns' reservations, never more than is reserved; anything beyond
 * (late impressions) is the operator's loss. They are open spend at once, and an entry after the hour (docs/decisions/0062).
 * Returns what was taken, in micros by campaign. Called again, it takes again: call it in the transaction that claims the
 * batch.
 */
export async function consumeSpend(tx: Transaction, charges: Charge[], at?: Date): Promise<Map<number, bigint>> {
  if (charges.length === 0) return new Map();
  const { rows } = await tx.execute<{ campaign_id: string; taken_micros: string }>(sql`
    select campaign_id, taken_micros from ledger_settle_spend(
      ${sql.param(charges.map(({ campaignId }) => campaignId))}::bigint[],
      ${sql.param(charges.map(({ amountMicros }) => String(amountMicros)))}::bigint[], ${timeOf(at)})`);
  return new Map(rows.map((row) => [Number(row.campaign_id), BigInt(row.taken_micros)]));
}

/**
 * Accrues what exchanges will invoice, and publishers be paid, for shown impressions: the cost of media against what is owed
 * to each payee. It is open at once, and an entry after the hour. Called again, it accrues again, as above.
 */
export async function accrueMediaCost(tx: Transaction, costs: MediaCost[], at?: Date): Promise<void> {
  if (costs.length === 0) return;
  await tx.execute(sql`
    select ledger_settle_media(${sql.param(costs.map(({ exchange }) => exchange))}::text[],
      ${sql.param(costs.map(({ currency }) => currency))}::text[],
      ${sql.param(costs.map(({ amountMicros }) => String(amountMicros)))}::bigint[],
      ${sql.param(costs.map(({ impressions }) => impressions))}::bigint[], ${timeOf(at)})`);
}

type Booking = {
  /** Only hours that begin before; without it the current hour too. */
  before?: Date;
  limit?: number;
  campaignId?: number;
  payee?: string;
};

/** Books open spend, oldest hours first: one entry per campaign or payee and hour. Returns the number of entries. */
export async function bookOpenSpend(tx: Transaction, booking: Booking): Promise<number> {
  const { before, limit, campaignId, payee } = booking;
  const { rows } = await tx.execute<{ booked: number }>(sql`
    select ledger_book_spend(coalesce(${before?.toISOString() ?? null}::timestamptz, 'infinity'), ${limit ?? null}::int,
      ${campaignId ?? null}::bigint, ${payee ?? null}::text) as booked`);
  return rows[0]?.booked ?? 0;
}

/**
 * How long charges or media cost of an hour that has ended wait for their entry in the books, by the database's clock
 * (docs/decisions/0062); 0 if none do. A job books them a few minutes after the hour.
 */
export async function overdueSpendMs(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ seconds: string }>(sql`
    select greatest(0, extract(epoch from now() - min(hour_at) - interval '1 hour')) as seconds from open_spend`);
  return Math.round(Number(rows[0]?.seconds ?? 0) * 1000);
}
