import type { AdCallKind } from "@litfass/contract/adserver/ad-call";
import { adKey } from "../../auction/frequency-cap/seen-ads.ts";
import type { AdServer } from "../ad-server.ts";
import type { HttpRequest } from "../http-message.ts";
import type { CallDetails } from "../relay/relay.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { countBill, countPixel } from "./count-impression.ts";
import { countAdEvent, countClick, countNotice, countPlayerError } from "./counting.ts";
import type { Visit } from "./invalid-traffic.ts";
import { countBilledPrice, countShownPrice, countWonPrice } from "./media-cost.ts";

/**
 * Counts a call in the ad server that offered the ad: here, or where the call is relayed to. Resolves when the event is
 * on disk, or the call in the database.
 */
export async function countCall(
  adServer: AdServer,
  ad: AdToken,
  kind: AdCallKind,
  request: HttpRequest,
  details: CallDetails = {},
): Promise<void> {
  const { relay, counting } = adServer;
  if (relay === undefined || ad.isTest || ad.process === counting.process) {
    return countInOrder(adServer, ad, kind, request, details);
  }
  return relay.send(ad, kind, request, details);
}

/** These count whether or not the ad's impression is known. */
const independentKinds = new Set<AdCallKind>(["impression", "bill", "win", "loss", "video_error"]);

/**
 * Counts a call of an ad that this process offered, after its impression: that one may have come while this process did not
 * run, and wait in the database.
 */
export async function countInOrder(
  adServer: AdServer,
  ad: AdToken,
  kind: AdCallKind,
  visit: Visit,
  details: CallDetails,
): Promise<void> {
  const { collectDeferred, counting } = adServer;
  const isKnown = (["counted", "invalid"] as const).some((mark) => counting.seen.has(adKey(ad), mark));
  // Without the database it counts as far as is known.
  if (!independentKinds.has(kind) && !ad.isTest && !isKnown) await collectDeferred?.().catch(() => {});
  return countHere(adServer, ad, kind, visit, details);
}

/** Counts a call of an ad that this process offered. */
export async function countHere(
  { counting }: AdServer,
  ad: AdToken,
  kind: AdCallKind,
  visit: Visit,
  { price = "missing", code = "" }: CallDetails,
): Promise<void> {
  counting.lastCallMs = counting.engine.clock.now().getTime();
  // Events of one call are written to disk together.
  switch (kind) {
    case "impression":
      await Promise.all([
        countPixel(counting, ad, visit),
        typeof price === "number" ? countBilledPrice(counting, ad, price) : countShownPrice(counting, ad),
      ]);
      return;
    case "bill":
      return countBill(counting, ad, visit, price);
    case "win":
      await Promise.all([
        countNotice(counting, ad, kind, typeof price === "number" ? price : undefined),
        countWonPrice(counting, ad, price),
      ]);
      return;
    case "loss":
      return countNotice(counting, ad, kind);
    case "click":
      return countClick(counting, ad, visit);
    case "video_error":
      return countPlayerError(counting, ad, code, visit);
    default:
      return countAdEvent(counting, ad, kind, visit);
  }
}
