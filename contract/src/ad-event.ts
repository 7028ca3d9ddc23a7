import { z } from "zod";

/**
 * One thing that happened to an ad: one line of a delivery process's journal, one row of the event store. `process` and
 * `sequence` together name it once and for all; the journal assigns the sequence.
 */

export const adEventKinds = [
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
] as const;

export const adEvent = z.object({
  process: z.string(),
  sequence: z.number().int().nonnegative(),
  kind: z.enum(adEventKinds),
  /** UTC with milliseconds. */
  at: z.iso.datetime(),
  exchange: z.string(),
  auction_id: z.string(),
  imp_id: z.string(),
  campaign_id: z.number().int(),
  owner_uid: z.string(),
  creative_uuid: z.string(),
  format: z.string(),
  /** Domain or app bundle; "" where the publisher hides it. */
  site: z.string(),
  site_kind: z.enum(["site", "app"]),
  /** ISO 3166-1 alpha-2 or "". */
  country: z.string(),
  /** ISO 3166-2 or "". */
  region: z.string(),
  city: z.string(),
  device: z.string(),
  browser: z.string(),
  language: z.string(),
  /** 0 unless this is a charged impression. */
  charge_micros: z.number().int().nonnegative(),
  currency: z.string(),
  lease_id: z.string(),
  /** "" or why it does not count: see the delivery room's list of reasons. */
  invalid: z.string(),
  /** The visitor's pseudonym on a counted impression; absent or "" without consent to being recognised. */
  visitor_key: z.string().max(32).optional(),
});

export type AdEvent = z.infer<typeof adEvent>;
export type AdEventKind = (typeof adEventKinds)[number];
/** An event before the journal has given it a place. */
export type NewAdEvent = Omit<AdEvent, "process" | "sequence">;
