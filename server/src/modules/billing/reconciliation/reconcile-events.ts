import { type Compared, createComparison, type Pair } from "./reconciliation.ts";
import type { CampaignPage, SettledCharges } from "./reconciliation-campaigns-sql.ts";

/** The readers of both sides, each sorted by campaign. */
export type EventSides = {
  /** Charges of the stored events by campaign, in micros. */
  charges(page: CampaignPage): Promise<Map<number, bigint>>;
  /** Charges of batches that are stored but not settled. */
  unsettledMicros(): Promise<bigint>;
  settled(page: CampaignPage): Promise<SettledCharges[]>;
};

export type EventPair = Pair & { campaignId: number };

/** One page has some megabytes and takes this process some milliseconds. */
const pageSize = 5_000;

/**
 * Compares the charges of stored events with the sum of settled delivery and the operator's losses, a page of campaigns
 * at a time. Events of batches in progress may be stored but not settled: between two reads of the settled sums, and
 * up to the unsettled amount, both sides count as equal. With nothing in progress the tolerance is zero.
 */
export const compareEvents = (sides: EventSides, limit?: number): Promise<Compared[]> =>
  compared(eventPairs(sides, limit));

async function compared(pages: AsyncIterable<EventPair[]>): Promise<Compared[]> {
  const comparison = createComparison("counted_events");
  for await (const page of pages) for (const pair of page) comparison.add(pair);
  return comparison.results();
}

/** Both sides of each campaign, in pages. */
export const eventPairs = (sides: EventSides, limit: number = pageSize): AsyncIterable<EventPair[]> =>
  readPages(sides, limit);

async function* readPages(sides: EventSides, limit: number): AsyncGenerator<EventPair[]> {
  for (let after = -1; ; ) {
    const before = await sides.settled({ after, limit });
    const charges = await sides.charges({ after, limit });
    const until = Math.min(lastOfFull(before.map(byId), limit), lastOfFull([...charges.keys()], limit));
    // Reads the unsettled amount first: if it is settled in the meantime, it counts twice in the upper bound, never too
    // little.
    const unsettled = await sides.unsettledMicros();
    const settled = await sides.settled({ after, until, limit });
    yield pairsOf({ before, charges, settled, unsettled, until });
    if (until === Number.MAX_SAFE_INTEGER) return;
    after = until;
  }
}

const byId = ({ campaignId }: SettledCharges): number => campaignId;

/** Behind a full page others may follow. */
const lastOfFull = (ids: number[], limit: number): number =>
  ids.length < limit ? Number.MAX_SAFE_INTEGER : (ids.at(-1) ?? Number.MAX_SAFE_INTEGER);

type Page = {
  before: SettledCharges[];
  charges: Map<number, bigint>;
  settled: SettledCharges[];
  unsettled: bigint;
  until: number;
};

function pairsOf({ before, charges, settled, unsettled, until }: Page): EventPair[] {
  const first = new Map(before.map(({ campaignId, micros }) => [campaignId, micros]));
  const known = new Set(settled.map(byId));
  const unknown = [...charges].filter(([campaignId]) => campaignId <= until && !known.has(campaignId));
  const what = (campaignId: number): string => `campaign ${campaignId}`;
  return [
    ...settled.map(({ campaignId, currency, micros }): EventPair => {
      const left = charges.get(campaignId) ?? 0n;
      const least = first.get(campaignId) ?? 0n;
      const most = micros + unsettled;
      const right = left < least ? least : left > most ? most : left;
      return { campaignId, what: what(campaignId), currency, left, right };
    }),
    ...unknown.map(([campaignId, left]): EventPair => {
      return { campaignId, what: what(campaignId), currency: "CHF", left, right: 0n };
    }),
  ];
}
