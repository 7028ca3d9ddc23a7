/**
 * What can happen to an ad. `measured`: it can be decided whether the impression is viewable (MRC); each viewable one
 * is measured too. `bill`: the exchange's billing notice of an ad that waits for its pixel, where no `cost` tells so.
 * `view_undetermined`: a video player reported that it cannot decide (VAST 4, `ViewUndetermined`).
 * `video_start` to `video_complete` are VAST's progress events of a player, for audio as well as for video.
 */
export type AdEventKind =
  | "bid"
  | "win"
  | "loss"
  | "impression"
  | "viewable"
  | "click"
  | "video_start"
  | "video_first_quartile"
  | "video_midpoint"
  | "video_third_quartile"
  | "video_complete"
  | "video_error"
  | "cost"
  | "measured"
  | "view_undetermined"
  | "bill";

/** An event of an ad: one entry of a delivery process's journal, one row of the event store. */
export type NewAdEvent = {
  kind: AdEventKind;
  /** ISO 8601, UTC with milliseconds. */
  at: string;
  exchange: string;
  auction_id: string;
  imp_id: string;
  campaign_id: number;
  owner_uid: string;
  creative_uuid: string;
  format: string;
  /** Domain or app bundle; "" if the publisher hides it. */
  site: string;
  site_kind: "site" | "app";
  /** ISO 3166-1 alpha-2 or "". */
  country: string;
  /** ISO 3166-2 or "". */
  region: string;
  city: string;
  device: string;
  browser: string;
  language: string;
  /** 0 unless this is a charged impression. */
  charge_micros: number;
  currency: string;
  lease_id: string;
  /**
   * "" or the reason why it does not count, from the ad server's list. For a `video_error` the player's VAST code:
   * `player_405`; "" in events older than the codes.
   */
  invalid: string;
  /** The visitor's pseudonym on a counted impression, or on one that waits; absent or "" without consent to recognition. */
  visitor_key?: string | undefined;
  /** On a `cost` only: what the impression cost in micros of `currency`, with the exchange's fees. */
  media_cost_micros?: number | undefined;
  /** On a `cost` only: the clearing price per thousand, in micros of `clearing_currency`. */
  clearing_micros?: number | undefined;
  clearing_currency?: string | undefined;
  /** On a `cost` only: the exchange's fees, a part of `media_cost_micros`. 0 in events of earlier releases. */
  exchange_fee_micros?: number | undefined;
  /** On a `cost` only: what the audience's provider gets for it, beside `media_cost_micros`. */
  data_fee_micros?: number | undefined;
  /** On a `cost` only: the audience that the data fee is for; absent or 0 without one. */
  audience_id?: number | undefined;
  /**
   * On a `cost` or `bill` whose impression waits for its pixel: what it will be charged on `lease_id`, 0 for nothing. Only the
   * ad server's journal has it. Absent on all other events.
   */
  held_micros?: number | undefined;
  /**
   * On a `win` only: the clearing price per thousand, in micros of the bid's currency, which the impression books where the
   * exchange sends no billing notice. Only the ad server's journal has it.
   */
  won_micros?: number | undefined;
  /** The ID of the deal through which the ad was bought; absent in the open auction. */
  deal?: string | undefined;
};

/** `process` and `sequence` together identify an event permanently; the journal assigns them. */
export type AdEvent = NewAdEvent & { process: string; sequence: number };
