/** Charges by campaign, in micros. */
export type Charges = ReadonlyMap<number, bigint>;

export const tieOutSources = ["panels", "budgets", "ledger"] as const;
export type TieOutSource = (typeof tieOutSources)[number];
export type Difference = { campaign_id: number; source: TieOutSource; events_micros: string; found_micros: string };
export type TieOutReaders = {
  events(): Promise<Charges>;
  /** What the others say of all campaigns that the events know. */
  others: Record<TieOutSource, (campaignIds: number[]) => Promise<Charges>>;
};

export type TieOut = {
  campaigns: number;
  eventsMicros: bigint;
  sums: Record<TieOutSource, bigint>;
  differences: Difference[];
};

const mostDifferences = 100;

/**
 * Compares while money flows. An event is stored before its charge is booked, so that what a source said before the
 * events were read is never more than they say, and what it says afterwards, once the batches under way have arrived,
 * is never less. `patience` waits between two looks; it says false when it is over.
 */
export async function tieOut(readers: TieOutReaders, patience: () => Promise<boolean>): Promise<TieOut> {
  const known = [...(await readers.events()).keys()];
  const read = async (): Promise<Record<TieOutSource, Charges>> => ({
    panels: await readers.others.panels(known),
    budgets: await readers.others.budgets(known),
    ledger: await readers.others.ledger(known),
  });
  const before = await read();
  const events = await readers.events();
  let after = await read();
  let differences = differencesOf(known, events, before, after);
  while (differences.length > 0 && (await patience())) {
    after = await read();
    differences = differencesOf(known, events, before, after);
  }
  const sum = (charges: Charges) => known.reduce((all, id) => all + (charges.get(id) ?? 0n), 0n);
  return {
    campaigns: known.length,
    eventsMicros: sum(events),
    sums: { panels: sum(after.panels), budgets: sum(after.budgets), ledger: sum(after.ledger) },
    differences: differences.slice(0, mostDifferences),
  };
}

function differencesOf(
  campaignIds: number[],
  events: Charges,
  before: Record<TieOutSource, Charges>,
  after: Record<TieOutSource, Charges>,
): Difference[] {
  return tieOutSources.flatMap((source) =>
    campaignIds.flatMap((id) => {
      const charged = events.get(id) ?? 0n;
      const [first, last] = [before[source].get(id) ?? 0n, after[source].get(id) ?? 0n];
      if (first <= charged && charged <= last) return [];
      const found = first > charged ? first : last;
      return [{ campaign_id: id, source, events_micros: String(charged), found_micros: String(found) }];
    }),
  );
}
