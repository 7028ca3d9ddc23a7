import type { AdEventKind, NewAdEvent } from "@litfass/contract/events/ad-event";

/**
 * How an event is written in a journal and in a batch: its kind (a byte, the place in `kinds`), its instant (a double,
 * ms), `numbers` (seven bits a byte, the lowest first), `words`, `texts` (their length, then UTF-8). A word is the
 * number of a word met before in the same segment, counted from 1, or 0 with its text behind: then it is the next one.
 * Kinds and fields are only ever added, at the end.
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
] as const satisfies AdEventKind[];

export const numbers = ["campaign_id", "charge_micros"] as const satisfies (keyof NewAdEvent)[];

/** What comes again and again. */
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

/** What hardly ever comes twice. */
export const texts = ["auction_id", "visitor_key"] as const satisfies (keyof NewAdEvent)[];

export type Word = (typeof words)[number];
export type Text = (typeof texts)[number];
