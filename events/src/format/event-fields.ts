import type { AdEventKind, NewAdEvent } from "@litfass/contract/events/ad-event";

/**
 * The encoding of an event: kind (a byte, index in `kinds`), instant (double, ms), `numbers` (varint), `words`, `texts`
 * (length, then UTF-8). A word is the number of an entry in the segment's dictionary, counted from 1, or 0 followed by
 * the text of a new entry. A `cost` ends with `costNumbers` and `costWords`, and with `feeNumbers` if its kind has the
 * `feeFlag`; a kind with the `heldFlag` goes on with its field in `heldFields`, and an event whose kind has the
 * `dealFlag` ends with the word of its `deal`. Kinds may only be appended, 32 at most, and a new field needs a new kind or
 * flag: segments of an earlier version must stay readable.
 */
export const kinds = [
  "bid",
  "win",
  "loss",
  "impression",
  "viewable",
  "click",
  "video_start",
  "video_first_quartile",
  "video_midpoint",
  "video_third_quartile",
  "video_complete",
  "video_error",
  "cost",
  "measured",
  "view_undetermined",
  "bill",
] as const satisfies AdEventKind[];

/** The code of the kind that has the cost fields. */
export const costKind = kinds.indexOf("cost");

/** Added to the kind of an event of a deal. */
export const dealFlag = 0x80;

/** Added to the kind of a cost with fees. */
export const feeFlag = 0x40;

/** Added to the kind of an event whose impression waits: for its pixel, or to book the price of its win notice. */
export const heldFlag = 0x20;

/** The codes of the kinds that can have it, with what only a restart needs to know of them. */
export const heldFields: ReadonlyMap<number, "held_micros" | "won_micros"> = new Map([
  [costKind, "held_micros"],
  [kinds.indexOf("bill"), "held_micros"],
  [kinds.indexOf("win"), "won_micros"],
]);

export const measuredKind = kinds.indexOf("measured");

export const numbers = ["campaign_id", "charge_micros"] as const satisfies (keyof NewAdEvent)[];

/** Fields that repeat. */
export const words = [
  "exchange",
  "imp_id",
  "owner_uid",
  "creative_uuid",
  "format",
  "site",
  "site_kind",
  "country",
  "region",
  "city",
  "device",
  "browser",
  "language",
  "currency",
  "lease_id",
  "invalid",
] as const satisfies (keyof NewAdEvent)[];

/** Fields that rarely repeat. */
export const texts = ["auction_id", "visitor_key"] as const satisfies (keyof NewAdEvent)[];

/** Further fields of a `cost`; 0 and "" on events of other kinds. */
export const costNumbers = ["media_cost_micros", "clearing_micros"] as const satisfies (keyof NewAdEvent)[];
export const costWords = ["clearing_currency"] as const satisfies (keyof NewAdEvent)[];

/** Further fields of a cost with fees; 0 on all other events. */
export const feeNumbers = [
  "exchange_fee_micros",
  "data_fee_micros",
  "audience_id",
] as const satisfies (keyof NewAdEvent)[];

export type NumberField =
  | (typeof numbers)[number]
  | (typeof costNumbers)[number]
  | (typeof feeNumbers)[number]
  | "held_micros"
  | "won_micros";
export type Word = (typeof words)[number] | (typeof costWords)[number] | "deal";
export type Text = (typeof texts)[number];
