import { type AdCallKind, adCallKinds } from "@litfass/contract/adserver/ad-call";
import type { AdServer } from "../ad-server.ts";
import { readClearingPrice } from "../clearing-price/clearing-price.ts";
import { noteOccurrence } from "../exchange-access.ts";
import { empty, type HttpRequest, type HttpResponse, pixel, plain } from "../http-message.ts";
import type { CallDetails } from "../relay/relay.ts";
import { type AdToken, tokenIn } from "../tokens/ad-token.ts";
import { isMeasuredIn } from "../tokens/ad-urls.ts";
import { readAd } from "../tokens/read-ad.ts";
import { countCall } from "./count-call.ts";

/** Notices of exchanges have URLs of their own. Players report clicks that lead to another ad server here, others by `/c`. */
const otherKinds = new Set<AdCallKind>(["win", "loss", "bill"]);
const trackerKinds = new Set<string>(adCallKinds.filter((kind) => !otherKinds.has(kind)));

/** The position of a macro that exchanges replace. */
const audited = /&[apr]=AUDIT(?:&|$)/;

function refuse({ metrics }: AdServer): HttpResponse {
  metrics.refused.count++;
  return plain(403, "This address is not valid.");
}

/** Whether an ad quality scanner calls ("AUDIT" for a macro); it gets an answer but is no event. */
function isAudit({ metrics }: AdServer, { query }: HttpRequest): boolean {
  if (!audited.test(query)) return false;
  metrics.audits.count++;
  return true;
}

/** `GET /t/<kind>`: counts, and responds only when the event is on disk. URLs without a page's token are rejected. */
export async function answerTracker(adServer: AdServer, kind: string, request: HttpRequest): Promise<HttpResponse> {
  const ad = readAd(adServer, "page", request);
  if (ad === undefined) return refuse(adServer);
  if (isAudit(adServer, request)) return pixel();
  if (!trackerKinds.has(kind)) return plain(404, "Not found.");
  await countCall(adServer, ad, kind as AdCallKind, request, detailsOf(adServer, ad, kind, request));
  // Only a counted impression is measured.
  if (kind === "impression" && isMeasuredIn(request.query)) await countCall(adServer, ad, "measured", request);
  return pixel();
}

/** What a call tells: the player's error, and the price of an impression, which only a signed one may tell in a page. */
function detailsOf(adServer: AdServer, ad: AdToken, kind: string, { query }: HttpRequest): CallDetails {
  if (kind === "video_error") return { code: tokenIn(query, "code") };
  if (kind !== "impression") return {};
  const access = adServer.exchanges.get(ad.exchange);
  if (access?.priceKeys === undefined) return {};
  const price = readClearingPrice(tokenIn(query, "p"), access.priceKeys, ad.bidPrice, access.pricesAreSingle);
  return typeof price === "number" ? { price } : {};
}

/**
 * `GET /win`, `/loss`, `/bill`: notices of an exchange's server. 204 once on disk. 403 without a notice's token, for
 * tokens without a configured exchange, and for senders that are not that exchange's servers.
 */
export async function answerNotice(
  adServer: AdServer,
  kind: "win" | "loss" | "bill",
  request: HttpRequest,
): Promise<HttpResponse> {
  const ad = readAd(adServer, "notice", request);
  const access = ad === undefined ? undefined : adServer.exchanges.get(ad.exchange);
  if (ad === undefined || access?.mayNotify(request) !== true) return refuse(adServer);
  if (isAudit(adServer, request)) return empty(204);
  if (kind === "loss") {
    await countCall(adServer, ad, kind, request);
    return empty(204);
  }
  if (kind === "win" && !ad.isTest) access.traffic.wins++;
  const price = readClearingPrice(tokenIn(request.query, "p"), access.priceKeys, ad.bidPrice, access.pricesAreSingle);
  if (typeof price === "string") noteOccurrence(access.traffic, `price_${price}`);
  await countCall(adServer, ad, kind, request, { price });
  return empty(204);
}
