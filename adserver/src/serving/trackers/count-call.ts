import type { AdCallKind } from "@litfass/contract/adserver/ad-call";
import type { AdServer } from "../ad-server.ts";
import type { HttpRequest } from "../http-message.ts";
import type { CallDetails } from "../relay/relay.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { countAdEvent, countAdImpression, countClick, countNotice, countPlayerError } from "./counting.ts";
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
    return countHere(adServer, ad, kind, request, details);
  }
  return relay.send(ad, kind, request, details);
}

/** Counts a call of an ad that this process offered. */
export async function countHere(
  { counting }: AdServer,
  ad: AdToken,
  kind: AdCallKind,
  visit: Visit,
  { price = "missing", code = "" }: CallDetails,
): Promise<void> {
  // Events of one call are written to disk together.
  switch (kind) {
    case "impression":
      await Promise.all([countAdImpression(counting, ad, "pixel", visit), countShownPrice(counting, ad)]);
      return;
    case "bill":
      await Promise.all([countAdImpression(counting, ad, "bill", visit), countBilledPrice(counting, ad, price)]);
      return;
    case "win":
      await Promise.all([countNotice(counting, ad, kind), countWonPrice(counting, ad, price)]);
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
