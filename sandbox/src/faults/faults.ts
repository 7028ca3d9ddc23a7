/** Faults of a badly configured reverse proxy before the bidder (`faulty-proxy.ts`). */
export const proxyFaults = [
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
  "escapes_native",
  "changes_audio",
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

export type Fault = (typeof proxyFaults)[number] | (typeof exchangeFaults)[number];

/** The injected faults. */
export type Faults = { has(fault: Fault): boolean; inject(faults: Fault[]): void; list(): Fault[] };

export function newFaults(): Faults {
  let injected = new Set<Fault>();
  return {
    has: (fault) => injected.has(fault),
    inject(faults) {
      injected = new Set(faults);
    },
    list: () => [...injected],
  };
}
