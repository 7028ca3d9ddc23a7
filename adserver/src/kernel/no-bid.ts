import type { FunnelCounter } from "../auction/funnel.ts";

/** The OpenRTB no-bid reason codes we use; the rest is 0, unknown. */
const code = { unknown: 0, technical: 1, invalid: 2, crawler: 3, capped: 9, noTime: 15 } as const;

/**
 * All reasons for no bid with OpenRTB's code. Each is counted in the metrics, so that every missing bid is explained.
 */
export const noBidReasons = {
  unreadable_request: code.invalid,
  unsupported_inventory: code.unknown,
  unsupported_currency: code.unknown,
  seat_not_allowed: code.unknown,
  transparency_not_shown: code.unknown,
  unknown_taxonomy: code.unknown,
  unauthorised_seller: code.unknown,
  broken_supply_chain: code.unknown,
  bot: code.crawler,
  too_late: code.noTime,
  overloaded: code.technical,
  not_ready: code.technical,
  private_auction: code.unknown,
  unsupported_slot: code.unknown,
  no_campaign: code.unknown,
  no_format: code.unknown,
  blocked_category: code.unknown,
  blocked_advertiser: code.unknown,
  blocked_attribute: code.unknown,
  not_running: code.unknown,
  no_budget: code.unknown,
  frequency_cap: code.capped,
  visibility: code.unknown,
  pacing: code.unknown,
  below_floor: code.unknown,
} as const;

export type NoBidReason = keyof typeof noBidReasons;

/** The funnel counter of a reason. Reasons that concern a whole request never reach a campaign. */
export const funnelCounterOf = {
  unreadable_request: "refused",
  unsupported_inventory: "refused",
  unsupported_currency: "below_floor",
  seat_not_allowed: "refused",
  transparency_not_shown: "refused",
  unknown_taxonomy: "refused",
  unauthorised_seller: "seller",
  broken_supply_chain: "seller",
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
  blocked_attribute: "refused",
  not_running: "not_running",
  no_budget: "no_budget",
  frequency_cap: "frequency_cap",
  visibility: "visibility",
  pacing: "pacing",
  below_floor: "below_floor",
} as const satisfies Record<NoBidReason, FunnelCounter>;
