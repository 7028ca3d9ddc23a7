import { z } from "zod";
import { opaque, textKinds } from "../kernel/text.ts";
import { say } from "../kernel/validation.ts";

export const maxImpressionTrackers = 5;
export const maxVerificationScripts = 2;

/**
 * An https address with macros (`contract/src/creatives/third-party-macros.ts`). Quotes, angle brackets and white space
 * are refused, so that it needs no escaping that would change it. Its host is on the operator's list.
 */
const trackerUrl = opaque({ max: 2048 })
  .refine((url) => /^https:\/\/[^\s"'`<>\\]+$/.test(url) && URL.canParse(url), say("tracker.url"))
  .register(textKinds, { kind: "opaque" });

const once = (urls: readonly string[]): boolean => new Set(urls).size === urls.length;

/** What third parties measure of a campaign; each entry is requested with each impression. */
export const trackerSettings = {
  /** Pixels of third parties. */
  impression_trackers: z.array(trackerUrl).max(maxImpressionTrackers).refine(once, say("tracker.twice")),
  /** Scripts of companies that verify delivery, such as DoubleVerify or IAS. */
  verification_scripts: z.array(trackerUrl).max(maxVerificationScripts).refine(once, say("tracker.twice")),
};
