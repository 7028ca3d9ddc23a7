/** The OpenRTB no-bid reason codes we use; the rest is 0, unknown. */
const code = {
  unknown: 0,
  technical: 1,
  invalid: 2,
  crawler: 3,
  nonHuman: 4,
  dataCenter: 5,
  blockedSite: 7,
  capped: 9,
  sellerNotAuthorized: 12,
  noTime: 15,
} as const;

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
  unauthorised_seller: code.sellerNotAuthorized,
  broken_supply_chain: code.unknown,
  bot: code.crawler,
  data_centre: code.dataCenter,
  impossible_rate: code.nonHuman,
  too_late: code.noTime,
  overloaded: code.technical,
  not_ready: code.technical,
  exchange_disabled: code.unknown,
  unlisted_site: code.blockedSite,
  over_request_limit: code.technical,
  private_auction: code.unknown,
  no_deal: code.unknown,
  unsupported_slot: code.unknown,
  no_campaign: code.unknown,
  no_format: code.unknown,
  native_asset: code.unknown,
  creative_not_approved: code.unknown,
  creative_without_picture: code.unknown,
  blocked_category: code.unknown,
  blocked_advertiser: code.unknown,
  blocked_attribute: code.unknown,
  language_not_allowed: code.unknown,
  not_running: code.unknown,
  no_budget: code.unknown,
  frequency_cap: code.capped,
  visibility: code.unknown,
  pacing: code.unknown,
  below_floor: code.unknown,
} as const;

export type NoBidReason = keyof typeof noBidReasons;
