import type { AcceptedConversion, RefusedConversion } from "@litfass/contract/adserver/conversion";
import type { AdEventKind } from "@litfass/contract/events/ad-event";
import { Counter, Gauge, Registry } from "prom-client";
import type { NoBidReason } from "../../kernel/no-bid.ts";
import type { UnknownPrice } from "../clearing-price/clearing-price.ts";
import type { InvalidReason } from "../trackers/invalid-traffic.ts";
import { type Durations, durationsOf, type Tallies, type Tally, tallies, tally } from "./tally.ts";

/** The ad server's metrics, and the registry that serves them at `/metrics`. */
export type Metrics = {
  registry: Registry;
  bidRequests: Tally;
  bids: Tally;
  noBids: Tallies<NoBidReason>;
  bidSeconds: Durations;
  unauthorizedBidRequests: Tallies<string>;
  sharedCap: Tallies<"reserved" | "alone" | "refused">;
  impressions: Tally;
  chargedMicros: Tallies<string>;
  uncharged: Tallies<"late" | "no_budget">;
  mediaCostMicros: Tallies<string>;
  unknownPrices: Tallies<UnknownPrice | "no_rate" | "other_process" | "expired" | "after_restart">;
  invalid: Tallies<InvalidReason>;
  events: Tallies<AdEventKind>;
  clicks: Tally;
  lostClicks: Tally;
  notices: Tallies<"win" | "loss">;
  refused: Tally;
  audits: Tally;
  conversions: Tallies<AcceptedConversion | RefusedConversion>;
  relayed: Tallies<"sent" | "deferred" | "received" | "collected" | "lost">;
};

export function createMetrics(): Metrics {
  const registry = new Registry();
  const count = (name: string, help: string) => tally(registry, `litfass_${name}`, help);
  const countBy = <Value extends string>(label: string, name: string, help: string) =>
    tallies<Value>(registry, `litfass_${name}`, help, label);
  return {
    registry,
    bidRequests: count("bid_requests_total", "Bid requests of known exchanges"),
    bids: count("bids_total", "Bids made"),
    noBids: countBy("reason", "no_bid_total", "Requests and slots without a bid, by reason"),
    bidSeconds: durationsOf(registry, "litfass_bid_seconds", "Time from a bid request to its bid"),
    unauthorizedBidRequests: countBy(
      "exchange",
      "unauthorized_bid_requests_total",
      "Bid requests without the exchange's secret or from a wrong address",
    ),
    sharedCap: countBy("outcome", "shared_cap_total", "Capped bids by the answer of the shared frequency count"),
    impressions: count("impressions_total", "Impressions counted"),
    chargedMicros: countBy(
      "currency",
      "charged_micros_total",
      "Charged for impressions, in millionths of a currency unit",
    ),
    uncharged: countBy("reason", "uncharged_total", "Impressions counted without a charge, by reason"),
    mediaCostMicros: countBy(
      "currency",
      "media_cost_micros_total",
      "Cost of shown impressions with the exchanges' fees, in millionths of a currency unit",
    ),
    unknownPrices: countBy(
      "reason",
      "unknown_prices_total",
      "Win and billing notices whose clearing price is not booked, by reason",
    ),
    invalid: countBy("reason", "invalid_total", "Impressions, clicks and other events that do not count, by reason"),
    events: countBy("kind", "events_total", "Measured and viewable impressions and events of players"),
    clicks: count("clicks_total", "Clicks counted"),
    lostClicks: count("lost_clicks_total", "Clicks redirected but not counted, because the journal failed"),
    notices: countBy("kind", "notices_total", "Win and loss notices of exchanges"),
    refused: count("refused_total", "Tracker and click addresses with an invalid token"),
    audits: count("audits_total", "Calls of ad quality scanners"),
    conversions: countBy("outcome", "conversions_total", "Reports of conversions, by what became of them"),
    relayed: countBy("step", "relayed_calls_total", "Calls for ads of other ad servers, and of others for this one's"),
  };
}

/** A total that only grows and is read whenever metrics are collected. */
export function addCounter({ registry }: Metrics, name: string, help: string, read: () => number): void {
  new Counter({
    name: `litfass_${name}`,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** A value that is read whenever metrics are collected. */
export function addGauge({ registry }: Metrics, name: string, help: string, read: () => number): void {
  new Gauge({
    name: `litfass_${name}`,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
