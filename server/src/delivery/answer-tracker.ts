import type { AdEventKind } from "@litfass/contract/ad-event";
import { readToken, tokenIn } from "./ad-token.ts";
import { countAdEvent, countAdImpression, countNotice, countPlayerError } from "./counting.ts";
import type { Delivery } from "./delivery.ts";
import type { Mark } from "./seen-ads.ts";
import { empty, pixel, plain, type WireAnswer, type WireRequest } from "./wire.ts";

const progressKinds = new Set<string>([
  "viewable",
  "video_start",
  "video_first_quartile",
  "video_midpoint",
  "video_third_quartile",
  "video_complete",
] satisfies (Mark & AdEventKind)[]);

/** Where a macro stood that exchanges fill in. */
const audited = /&[apr]=AUDIT(?:&|$)/;

/**
 * `GET /t/<kind>`, `/win`, `/loss`, `/bill`: counts and answers only when the event is on disk. Unsigned or altered
 * addresses are refused, whatever they are about. A look at the ad's quality ("AUDIT" for a macro) is answered and no event.
 */
export async function answerTracker(delivery: Delivery, kind: string, request: WireRequest): Promise<WireAnswer> {
  const { counting, signer, metrics } = delivery;
  const ad = readToken(signer, tokenIn(request.query, "t"));
  if (ad === undefined) {
    metrics.add("litfass_refused_total");
    return plain(403, "This address is not valid.");
  }
  if (audited.test(request.query)) {
    metrics.add("litfass_audits_total");
    return pixel();
  }
  if (kind === "impression") {
    await countAdImpression(counting, ad, "pixel", request);
    return pixel();
  }
  if (kind === "bill") {
    await countAdImpression(counting, ad, "bill", request);
    return empty(204);
  }
  if (kind === "win" || kind === "loss") {
    await countNotice(counting, ad, kind);
    return empty(204);
  }
  if (kind === "video_error") {
    await countPlayerError(counting, ad, tokenIn(request.query, "code"), request);
    return pixel();
  }
  if (!progressKinds.has(kind)) return plain(404, "Not found.");
  await countAdEvent(counting, ad, kind as Mark & AdEventKind, request);
  return pixel();
}
