import type { LossSums } from "../ledger/spend-loss-sql.ts";
import { type Compared, compare, type Pair } from "./reconciliation.ts";
import type { CampaignBooks } from "./reconciliation-ledger-sql.ts";

/** A campaign's money according to delivery, in micros. */
export type DeliveryMoney = {
  campaignId: number;
  budgetMicros: bigint;
  spentMicros: bigint;
  leasedMicros: bigint;
  heldMicros: bigint;
};

export type CampaignSides = { books: CampaignBooks[]; delivery: DeliveryMoney[]; losses: Map<number, LossSums> };

/** Delivery's figures, and the whole budget of started campaigns not yet sent to it. */
export function withUnpublished(delivery: DeliveryMoney[], started: Map<number, bigint>): DeliveryMoney[] {
  const known = new Set(delivery.map(({ campaignId }) => campaignId));
  const waiting = [...started].filter(([campaignId]) => !known.has(campaignId));
  const untouched = { spentMicros: 0n, leasedMicros: 0n, heldMicros: 0n };
  return [...delivery, ...waiting.map(([campaignId, budgetMicros]) => ({ campaignId, budgetMicros, ...untouched }))];
}

const noLoss: LossSums = { beyondBudgetMicros: 0n, beyondReservationMicros: 0n };

type Joined = {
  what: string;
  currency: CampaignBooks["currency"];
  books?: CampaignBooks;
  delivery?: DeliveryMoney;
  loss: LossSums;
};

function joined({ books, delivery, losses }: CampaignSides): Joined[] {
  const byId = new Map(books.map((each) => [each.campaignId, each]));
  const moneyById = new Map(delivery.map((each) => [each.campaignId, each]));
  return [...new Set([...byId.keys(), ...moneyById.keys()])].map((id) => ({
    what: `campaign ${id}`,
    // A campaign unknown to the ledger has no currency; it counts as different in any case.
    currency: byId.get(id)?.currency ?? "CHF",
    books: byId.get(id),
    delivery: moneyById.get(id),
    loss: losses.get(id) ?? noLoss,
  }));
}

/** Reservations, leases and delivered spend, campaign by campaign. */
export function compareCampaigns(sides: CampaignSides): Compared[] {
  const rows = joined(sides);
  const pair = (left: (row: Joined) => bigint, right: (row: Joined) => bigint): Pair[] =>
    rows.map((row) => ({ what: row.what, currency: row.currency, left: left(row), right: right(row) }));
  const unspent = ({ books, delivery }: Joined): bigint =>
    books?.isReleased ? 0n : (delivery?.budgetMicros ?? 0n) - (delivery?.spentMicros ?? 0n);
  return [
    ...compare(
      "reservations",
      pair(({ books }) => books?.reservedMicros ?? 0n, unspent),
    ),
    ...compare(
      "leases",
      pair(
        ({ delivery }) => delivery?.leasedMicros ?? 0n,
        ({ delivery }) => delivery?.heldMicros ?? 0n,
      ),
    ),
    ...compare(
      "delivered_spend",
      pair(
        ({ books, loss }) => (books?.revenueMicros ?? 0n) + loss.beyondReservationMicros,
        ({ delivery }) => delivery?.spentMicros ?? 0n,
      ),
    ),
  ];
}

/**
 * Compares the charges of stored events with the sum of settled delivery and the operator's losses. Events of batches
 * in progress may be stored but not settled: between two reads of the settled sums, and up to the unsettled amount,
 * both sides count as equal. With nothing in progress the tolerance is zero.
 */
export function compareEvents(
  charges: Map<number, bigint>,
  before: CampaignSides,
  after: CampaignSides,
  unsettledMicros: bigint,
): Compared[] {
  const settled = (row: Joined | undefined): bigint =>
    (row?.delivery?.spentMicros ?? 0n) + (row?.loss.beyondBudgetMicros ?? 0n);
  const first = new Map(joined(before).map((row) => [row.what, row]));
  const pairs = joined(after).map((row): Pair => {
    const charged = charges.get(Number(row.what.slice("campaign ".length))) ?? 0n;
    const least = settled(first.get(row.what));
    const most = settled(row) + unsettledMicros;
    const right = charged < least ? least : charged > most ? most : charged;
    return { what: row.what, currency: row.currency, left: charged, right };
  });
  const known = new Set(pairs.map(({ what }) => what));
  for (const [id, left] of charges) {
    const what = `campaign ${id}`;
    if (!known.has(what)) pairs.push({ what, currency: "CHF", left, right: 0n });
  }
  return compare("counted_events", pairs);
}
