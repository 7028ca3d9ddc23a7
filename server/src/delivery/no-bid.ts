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
