import type { NoBidReason } from "../../kernel/no-bid.ts";
import type { Counter, Histogram, Metrics } from "./metrics.ts";

/** Counters of every bid request, resolved once. */
export type BidMetrics = {
  requests: Counter;
  bids: Counter;
  seconds: Histogram;
  /** Counts a request or slot without a bid. */
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
