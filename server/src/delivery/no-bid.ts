import type { FunnelCounter } from "./funnel.ts";

/**
 * Why there was no bid: the closed list, with OpenRTB's own code (list of no-bid reasons). Each is counted in the
 * metrics, so that "we do not buy" always has an answer.
 */
export const noBidReasons = {
  unreadable_request: 2,
  unsupported_inventory: 9,
  unsupported_currency: 9,
  seat_not_allowed: 9,
  bot: 4,
  too_late: 12,
  overloaded: 0,
  not_ready: 0,
  private_auction: 9,
  unsupported_slot: 9,
  no_campaign: 9,
  no_format: 9,
  blocked_category: 9,
  blocked_advertiser: 9,
  not_running: 9,
  no_budget: 9,
  frequency_cap: 8,
  visibility: 9,
  pacing: 9,
  below_floor: 9,
} as const;

export type NoBidReason = keyof typeof noBidReasons;

/** Under which name a campaign's funnel counts a reason; those of a whole request never come to a campaign. */
export const funnelCounterOf = {
  unreadable_request: "refused",
  unsupported_inventory: "refused",
  unsupported_currency: "below_floor",
  seat_not_allowed: "refused",
  bot: "refused",
  too_late: "refused",
  overloaded: "refused",
  not_ready: "refused",
  private_auction: "refused",
  unsupported_slot: "no_format",
  no_campaign: "no_format",
  no_format: "no_format",
  blocked_category: "refused",
  blocked_advertiser: "refused",
  not_running: "not_running",
  no_budget: "no_budget",
  frequency_cap: "frequency_cap",
  visibility: "visibility",
  pacing: "pacing",
  below_floor: "below_floor",
} as const satisfies Record<NoBidReason, FunnelCounter>;
