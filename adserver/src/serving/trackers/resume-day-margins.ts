import { tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { newDayMargin, noteCharge, noteCost } from "../../auction/day-margin.ts";
import type { Engine } from "../../auction/engine.ts";
import { termsOf } from "../../auction/exchange-terms.ts";
import { dayWindow } from "../../auction/pacing/day-window.ts";

/** In every time zone days begin with a quarter of an hour. */
const quarterMs = 15 * 60_000;

/** What an exchange's impressions in a quarter of an hour charged and cost. */
type Quarter = { exchange: string; startMs: number; impressions: number; chargedMicros: number; costMicros: number };

/** What the events of a journal charged and cost, by campaign, and by exchange and quarter of an hour. */
export type ReplayedMoney = Map<number, Map<string, Quarter>>;

/** Adds an event. A placement's share is no media cost that a margin allows, so the tag's events are left out. */
export function noteReplayed(money: ReplayedMoney, event: NewAdEvent): void {
  const { exchange, charge_micros: chargedMicros, media_cost_micros = 0, data_fee_micros = 0 } = event;
  const costMicros = media_cost_micros + data_fee_micros;
  if (chargedMicros + costMicros === 0 || exchange === tagExchange) return;
  const startMs = Math.floor(Date.parse(event.at) / quarterMs) * quarterMs;
  const quarters = money.get(event.campaign_id) ?? new Map<string, Quarter>();
  money.set(event.campaign_id, quarters);
  const key = `${exchange} ${startMs}`;
  const known = quarters.get(key) ?? { exchange, startMs, impressions: 0, chargedMicros: 0, costMicros: 0 };
  if (chargedMicros > 0) known.impressions++;
  known.chargedMicros += chargedMicros;
  known.costMicros += costMicros;
  quarters.set(key, known);
}

/**
 * Continues the margin of each campaign's day after a restart, so that the costs of impressions that nobody was charged for are
 * still made up for. Call it when campaigns, their leases and the exchanges' terms are known.
 */
export function resumeDayMargins(engine: Engine, money: ReplayedMoney): void {
  for (const { snapshot } of engine.index.campaigns) {
    const quarters = money.get(snapshot.campaignId);
    const state = engine.states.get(snapshot.campaignId);
    const lease = engine.leases.current.get(snapshot.campaignId);
    if (quarters === undefined || state === undefined || lease === undefined) continue;
    const margin = newDayMargin(lease.dayOn);
    for (const { exchange, startMs, impressions, chargedMicros, costMicros } of quarters.values()) {
      if (dayWindow(startMs, snapshot.timeZone).dayOn !== lease.dayOn) continue;
      noteCharge(margin, chargedMicros, termsOf(engine.terms, exchange).margins.minimum, impressions);
      noteCost(margin, costMicros);
    }
    state.margin = margin;
  }
}
