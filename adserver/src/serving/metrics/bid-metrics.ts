import type { NoBidReason } from "../../kernel/no-bid.ts";
import type { Counter, Histogram, Metrics } from "./metrics.ts";

/** What is counted with every bid request, at hand without a look-up. */
export type BidMetrics = {
  requests: Counter;
  bids: Counter;
  seconds: Histogram;
  /** Counts a request, or a slot of one, without a bid. */
  noBid(reason: NoBidReason): void;
};

export function bidMetrics(metrics: Metrics): BidMetrics {
  const counters = new Map<string, Counter>();
  return {
    requests: metrics.counter("litfass_bid_requests_total"),
    bids: metrics.counter("litfass_bids_total"),
    seconds: metrics.histogram("litfass_bid_seconds"),
    noBid(reason) {
      let counter = counters.get(reason);
      if (counter === undefined) {
        counter = metrics.counter("litfass_no_bid_total", `reason="${reason}"`);
        counters.set(reason, counter);
      }
      counter.count++;
    },
  };
}
