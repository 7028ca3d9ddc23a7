/** Charges by campaign, in micros. */
export type Charges = ReadonlyMap<number, bigint>;

export const reconciledSources = ["panels", "budgets", "ledger"] as const;
export type ReconciledSource = (typeof reconciledSources)[number];
export type Difference = { campaign_id: number; source: ReconciledSource; events_micros: string; found_micros: string };
export type ReconciliationReaders = {
  events(): Promise<Charges>;
  /** The other sources' charges of campaigns that have events. */
  others: Record<ReconciledSource, (campaignIds: number[]) => Promise<Charges>>;
};
export type Reconciliation = {
  campaigns: number;
  eventsMicros: bigint;
  sums: Record<ReconciledSource, bigint>;
  differences: Difference[];
};

const maxDifferences = 100;

/**
 * Compares during live traffic. An event is stored before its charge is booked: a source read before the events never
 * exceeds them, and a source read afterwards, once the batches in progress have arrived, never falls short.
 * `waitAgain` waits before another comparison; it returns false to stop.
 */
export async function reconcile(
  readers: ReconciliationReaders,
  waitAgain: () => Promise<boolean>,
): Promise<Reconciliation> {
  const known = [...(await readers.events()).keys()];
  const read = async (): Promise<Record<ReconciledSource, Charges>> => ({
    panels: await readers.others.panels(known),
    budgets: await readers.others.budgets(known),
    ledger: await readers.others.ledger(known),
  });
  const before = await read();
  const events = await readers.events();
  let after = await read();
  let differences = differencesOf(known, events, before, after);
  while (differences.length > 0 && (await waitAgain())) {
    after = await read();
    differences = differencesOf(known, events, before, after);
  }
  const sum = (charges: Charges) => known.reduce((all, id) => all + (charges.get(id) ?? 0n), 0n);
  return {
    campaigns: known.length,
    eventsMicros: sum(events),
    sums: { panels: sum(after.panels), budgets: sum(after.budgets), ledger: sum(after.ledger) },
    differences: differences.slice(0, maxDifferences),
  };
}

function differencesOf(
  campaignIds: number[],
  events: Charges,
  before: Record<ReconciledSource, Charges>,
  after: Record<ReconciledSource, Charges>,
): Difference[] {
  return reconciledSources.flatMap((source) =>
    campaignIds.flatMap((id) => {
      const charged = events.get(id) ?? 0n;
      const [first, last] = [before[source].get(id) ?? 0n, after[source].get(id) ?? 0n];
      if (first <= charged && charged <= last) return [];
      const found = first > charged ? first : last;
      return [{ campaign_id: id, source, events_micros: String(charged), found_micros: String(found) }];
    }),
  );
}
