import { z } from "zod";

/** The tracker calls and notices of an ad. */
export const adCallKinds = [
  "impression",
  "measured",
  "viewable",
  "view_undetermined",
  "video_start",
  "video_first_quartile",
  "video_midpoint",
  "video_third_quartile",
  "video_complete",
  "video_error",
  "click",
  "win",
  "loss",
  "bill",
] as const;
export type AdCallKind = (typeof adCallKinds)[number];

/**
 * A call that reached another ad server than the one that offered the ad. That one counts it, because only it knows
 * what was counted already.
 */
export const adCallSchema = z.strictObject({
  kind: z.enum(adCallKinds),
  /** The sealed token, as in the URL that was called. */
  token: z.string().max(8_192),
  /** Milliseconds since 1970. */
  at: z.int(),
  ip: z.string().max(64),
  /** The request headers by which invalid traffic is recognized. */
  headers: z.record(z.string().max(40), z.string().max(512)),
  /** Whether the browser sent the opt-out cookie. */
  has_opted_out: z.boolean(),
  /** On `win` and `bill`: micros of the bid's currency per thousand, or why the price is unknown. */
  price: z.union([z.number().nonnegative(), z.enum(["missing", "unreadable", "zero", "above_bid"])]).optional(),
  /** On `video_error`: the player's VAST code. */
  code: z.string().max(20).optional(),
});
export type AdCall = z.infer<typeof adCallSchema>;

/** The most calls in one request between two ad servers. */
export const maxAdCallsAtOnce = 100;

export const adCallsPath = "/internal/ad-calls";

/** `POST /internal/ad-calls`: calls for one ad server. */
export const adCallsSchema = z.strictObject({
  process: z.string().max(80),
  calls: z.array(adCallSchema).min(1).max(maxAdCallsAtOnce),
});
export type AdCalls = z.infer<typeof adCallsSchema>;

/** Whether each call was counted or will never count. Others must be sent again. */
export const adCallsAnswerSchema = z.strictObject({ done: z.array(z.boolean()).max(maxAdCallsAtOnce) });
export type AdCallsAnswer = z.infer<typeof adCallsAnswerSchema>;
