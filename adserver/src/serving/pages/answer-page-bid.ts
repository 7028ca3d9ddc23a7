import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import type { AdServer } from "../ad-server.ts";
import { hostOf, isListed } from "../ads/answer-tag.ts";
import { answerRequest } from "../answer-bid.ts";
import { empty, type HttpRequest, type HttpResponse } from "../http-message.ts";
import { isVerified } from "../placements/placements.ts";
import { pageBidRequest } from "./page-bid-request.ts";

const preflightSeconds = 7_200;

/** The page that asks, by the browser alone: `Origin`, which every browser sends with a POST, or else `Referer`. */
function pageOf({ origin, referer }: IncomingHttpHeaders): URL | undefined {
  const named = origin ?? referer ?? "";
  return URL.canParse(named) ? new URL(named) : undefined;
}

/** The asking page if a publisher has verified its site or the operator has listed it; others are counted. */
function listedPage(adServer: AdServer, headers: IncomingHttpHeaders): URL | undefined {
  const page = pageOf(headers);
  const { tagDomains, placements } = adServer;
  if (page !== undefined && (isListed(tagDomains, page.href) || isVerified(placements, hostOf(page.href)))) return page;
  adServer.metrics.noBids.of("unlisted_site").count++;
  return undefined;
}

/** Lets this page read the response, which depends on the visitor's cookie. Caches must not give it to another page. */
const shared = ({ origin }: URL): OutgoingHttpHeaders => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
  vary: "Origin",
});

/** Without CORS headers, so that no script of the page reads it. */
const refused = (): HttpResponse => empty(403, { vary: "Origin" });

/** `OPTIONS /prebid/bid`: the browser's question before requests with another content type than Prebid's. */
export function answerPagePreflight(adServer: AdServer, { headers }: HttpRequest): HttpResponse {
  const page = listedPage(adServer, headers);
  if (page === undefined) return refused();
  return empty(204, {
    ...shared(page),
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type",
    "access-control-max-age": String(preflightSeconds),
  });
}

/**
 * `POST /prebid/bid`: a bid for a page's own auction (Prebid.js), as OpenRTB. 200 with bids, 204 without, 400 for
 * unreadable JSON, 403 for pages on sites that nobody has verified or listed (decision 39). It takes no secret, because a
 * browser cannot keep one. Its bids have no notice URLs: the ad's own pixel counts the impression.
 */
export function answerPageBid(adServer: AdServer, request: HttpRequest): HttpResponse | Promise<HttpResponse> {
  const started = performance.now();
  const page = listedPage(adServer, request.headers);
  if (page === undefined) return refused();
  const headers = { ...shared(page), "cache-control": "no-store" };
  const readable = (answer: HttpResponse): HttpResponse => ({ ...answer, headers: { ...answer.headers, ...headers } });
  const { engine, metrics, pages, load } = adServer;
  metrics.bidRequests.count++;
  const reason = !adServer.isReady() ? "not_ready" : load.isOver() ? "overloaded" : undefined;
  if (reason !== undefined) {
    metrics.noBids.of(reason).count++;
    return empty(204, headers);
  }
  const body = decoded(request.body);
  if (body === undefined) {
    metrics.noBids.of("unreadable_request").count++;
    return empty(400, headers);
  }
  const asked = pageBidRequest(body, page, request, engine.random.id());
  const answer = answerRequest(adServer, pages, asked, engine.clock.now().getTime(), started);
  return answer instanceof Promise ? answer.then(readable) : readable(answer);
}

function decoded(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
