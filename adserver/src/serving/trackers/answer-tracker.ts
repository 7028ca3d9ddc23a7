import type { AdEventKind } from "@litfass/contract/events/ad-event";
import type { Mark } from "../../auction/frequency-cap/seen-ads.ts";
import type { Delivery } from "../ad-server.ts";
import type { ExchangeAccess } from "../exchange-access.ts";
import { empty, pixel, plain, type WireAnswer, type WireRequest } from "../http-message.ts";
import type { TokenHolder } from "../tokens/ad-seal.ts";
import { type AdToken, readToken, tokenIn } from "../tokens/ad-token.ts";
import { countAdEvent, countAdImpression, countNotice, countPlayerError } from "./counting.ts";

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

function refuse({ metrics }: Delivery): WireAnswer {
  metrics.add("litfass_refused_total");
  return plain(403, "This address is not valid.");
}

const adOf = ({ adSeal }: Delivery, holder: TokenHolder, { query }: WireRequest): AdToken | undefined =>
  readToken(adSeal, holder, tokenIn(query, "t"));

/** Whether somebody checks the ad's quality ("AUDIT" for a macro): that is answered and no event. */
function isAudit({ metrics }: Delivery, { query }: WireRequest): boolean {
  if (!audited.test(query)) return false;
  metrics.add("litfass_audits_total");
  return true;
}

/**
 * `GET /t/<kind>`: counts and answers only when the event is on disk. Addresses without a page's token are refused,
 * whatever they are about.
 */
export async function answerTracker(delivery: Delivery, kind: string, request: WireRequest): Promise<WireAnswer> {
  const { counting } = delivery;
  const ad = adOf(delivery, "page", request);
  if (ad === undefined) return refuse(delivery);
  if (isAudit(delivery, request)) return pixel();
  if (kind === "impression") {
    await countAdImpression(counting, ad, "pixel", request);
    return pixel();
  }
  if (kind === "video_error") {
    await countPlayerError(counting, ad, tokenIn(request.query, "code"), request);
    return pixel();
  }
  if (!progressKinds.has(kind)) return plain(404, "Not found.");
  await countAdEvent(counting, ad, kind as Mark & AdEventKind, request);
  return pixel();
}

/**
 * `GET /win`, `/loss`, `/bill`: an exchange's server tells what became of a bid. 204 once it is on disk. Refused with 403:
 * addresses without a notice's token, tokens of anything that is not a configured exchange (such as a publisher's own
 * tag), and senders that are not that exchange's servers.
 */
export async function answerNotice(
  delivery: Delivery,
  exchanges: ReadonlyMap<string, ExchangeAccess>,
  kind: "win" | "loss" | "bill",
  request: WireRequest,
): Promise<WireAnswer> {
  const { counting } = delivery;
  const ad = adOf(delivery, "notice", request);
  const isFromExchange = ad !== undefined && exchanges.get(ad.exchange)?.mayNotify(request) === true;
  if (!isFromExchange) return refuse(delivery);
  if (isAudit(delivery, request)) return empty(204);
  if (kind === "bill") await countAdImpression(counting, ad, "bill", request);
  else await countNotice(counting, ad, kind);
  return empty(204);
}
