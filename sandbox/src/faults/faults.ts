/** Faults of a badly run proxy in front of the bidder, which `front.ts` commits. */
export const frontFaults = [
  "unreachable",
  "slow",
  "adds_secret",
  "drops_encoding",
  "fills_macros",
  "moves_notices",
  "takes_any_notice",
  "removes_advertiser",
  "changes_creative_ids",
  "changes_sizes",
  "changes_currency",
  "drops_version",
  "wraps_answers",
  "blocks_sync",
] as const;

/** Faults of the exchange itself: its requests, its notices and its own addresses. */
export const exchangeFaults = [
  "wrong_secret",
  "short_time_limit",
  "no_supply_chain",
  "broken_supply_chain",
  "unreadable_requests",
  "foreign_currency",
  "unfilled_prices",
  "encrypted_prices",
  "never_wins",
  "sync_fails",
  "sellers_missing",
  "report_fails",
  "clock_ahead",
] as const;

export type Fault = (typeof frontFaults)[number] | (typeof exchangeFaults)[number];

/** The faults that are planted now. */
export type Faults = { has(fault: Fault): boolean; plant(faults: Fault[]): void; list(): Fault[] };

export function newFaults(): Faults {
  let planted = new Set<Fault>();
  return {
    has: (fault) => planted.has(fault),
    plant(faults) {
      planted = new Set(faults);
    },
    list: () => [...planted],
  };
}
