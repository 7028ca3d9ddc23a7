import { gunzipSync, gzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Decision } from "../auction/auction.ts";
import { noteRequest } from "../auction/traffic-sample.ts";
import type { AdRequest } from "../kernel/ad-request.ts";
import { identifier, list, record } from "../kernel/coerce.ts";
import { type NoBidReason, noBidReasons } from "../kernel/no-bid.ts";
import { parseBidRequest } from "../openrtb/request/parse-bid-request.ts";
import { bidResponse } from "../openrtb/response/bid-response.ts";
import type { AdServer } from "./ad-server.ts";
import { noteAppName } from "./app-names.ts";
import { decideWithinSharedCap } from "./enforce-shared-cap.ts";
import { type ExchangeAccess, newExchangeTraffic, noteOccurrence } from "./exchange-access.ts";
import { acceptsGzip, empty, type HttpRequest, type HttpResponse, json, ownedBody } from "./http-message.ts";
import { observe } from "./metrics/tally.ts";
import { countAdUnits } from "./pages/ad-unit-counts.ts";

const maxDecompressedBytes = 1024 * 1024;
/** In the lower half of the first byte of the zlib format. */
const zlibMethod = 8;
/** Encoding names are case-insensitive, and "x-gzip" equals "gzip" (RFC 9110, 8.4.1.3). */
const gzipped = /^(?:x-)?gzip$/i;
const deflated = /^deflate$/i;
const minTmaxMs = 10;
/** Shorter responses fit into one packet anyway. */
const minCompressedBytes = 1_000;

/**
 * Answers a bid request: 200 with bids, 204 without, 400 for unreadable JSON. A test request without a bid gets the
 * reason.
 */
export function answerBid(
  adServer: AdServer,
  exchange: ExchangeAccess,
  request: HttpRequest,
): HttpResponse | Promise<HttpResponse> {
  const started = performance.now();
  adServer.metrics.bidRequests.count++;
  exchange.traffic.requests++;
  if (!adServer.isReady()) return noBid(adServer, exchange, undefined, ["not_ready"]);
  if (adServer.load.isOver()) return noBid(adServer, exchange, undefined, ["overloaded"]);
  if (!exchange.isEnabled) return noBid(adServer, exchange, undefined, ["exchange_disabled"]);
  const nowMs = adServer.engine.clock.now().getTime();
  if (!exchange.takesRequest(nowMs)) return noBid(adServer, exchange, undefined, ["over_request_limit"]);
  const body = decode(exchange, request);
  if (body === undefined) {
    adServer.metrics.noBids.of("unreadable_request").count++;
    noteOccurrence(exchange.traffic, "unreadable_request");
    return empty(400);
  }
  if (record(body).test !== 1) {
    const answer = answerRequest(adServer, exchange, body, nowMs, started);
    if (exchange.gzippedBidHeaders === undefined || !acceptsGzip(request)) return answer;
    return answer instanceof Promise ? answer.then((each) => compressed(each, exchange)) : compressed(answer, exchange);
  }
  // A test is no traffic of the exchange: it would hide that the exchange is silent.
  exchange.traffic.requests--;
  return answerRequest(adServer, { ...exchange, traffic: newExchangeTraffic() }, body, nowMs, started);
}

/** Decides on a decoded request and writes the answer. `started` is by `performance.now()`. */
export function answerRequest(
  adServer: AdServer,
  exchange: ExchangeAccess,
  body: unknown,
  nowMs: number,
  started: number,
): HttpResponse | Promise<HttpResponse> {
  const parsed = parseBidRequest(body, exchange.context, nowMs);
  if (typeof parsed === "string") return noBid(adServer, exchange, body, [parsed]);
  const tmaxMs = Math.min(parsed.tmaxMs ?? Number.POSITIVE_INFINITY, exchange.responseMs);
  if (tmaxMs < minTmaxMs || adServer.load.waitMs() + exchange.networkMs > tmaxMs) {
    return noBid(adServer, exchange, body, ["too_late"]);
  }
  const { engine } = adServer;
  if (parsed.seller?.chain === "absent") noteOccurrence(exchange.traffic, "no_supply_chain");
  if (record(record(body).user).buyeruid !== undefined) noteOccurrence(exchange.traffic, "with_buyer_id");
  noteRequest(exchange === adServer.pages ? engine.ownTraffic : engine.traffic, parsed, engine.random);
  const decision = decideWithinSharedCap(adServer, parsed);
  if (!(decision instanceof Promise)) return answerDecision(adServer, exchange, body, parsed, decision, started);
  return decision.then((decided) => owned(answerDecision(adServer, exchange, body, parsed, decided, started)));
}

/** Other responses are written before a promise settles, so its body must not be in the shared buffer. */
const owned = (answer: HttpResponse): HttpResponse => {
  const { status, headers } = answer;
  return { status, headers, body: ownedBody(answer) };
};

function answerDecision(
  adServer: AdServer,
  exchange: ExchangeAccess,
  body: unknown,
  parsed: AdRequest,
  { bids, reasons }: Decision,
  started: number,
): HttpResponse {
  const { engine, metrics } = adServer;
  if (exchange === adServer.pages) {
    engine.ownTraffic.bids += bids.length;
    countAdUnits(adServer.adUnits, adServer.placements, parsed, bids, engine.clock.now().getTime());
  } else engine.traffic.bids += bids.length;
  for (const reason of reasons) {
    metrics.noBids.of(reason).count++;
    noteOccurrence(exchange.traffic, reason);
  }
  if (bids.length === 0) return nothing(body, reasons);
  noteAppName(adServer.appNames, parsed);
  const answer = bidResponse(parsed, bids, adServer.responseContext);
  if (answer === undefined) return noBid(adServer, exchange, body, ["unsupported_slot"]);
  metrics.bids.count += bids.length;
  exchange.traffic.bids += bids.length;
  observe(metrics.bidSeconds, (performance.now() - started) / 1000);
  return { status: 200, headers: exchange.bidHeaders, body: answer, isBorrowed: true };
}

function noBid(adServer: AdServer, { traffic }: ExchangeAccess, body: unknown, reasons: NoBidReason[]): HttpResponse {
  for (const reason of reasons) {
    adServer.metrics.noBids.of(reason).count++;
    noteOccurrence(traffic, reason);
  }
  return nothing(body, reasons);
}

function nothing(body: unknown, reasons: NoBidReason[]): HttpResponse {
  const raw = record(body);
  const id = identifier(raw.id);
  if (raw.test !== 1 || id === "") return empty(204);
  return json(200, { id, nbr: noBidReasons[reasons[0] ?? "no_campaign"], ext: { reasons: list(reasons) } });
}

/** Bids, gzipped at the fastest level; other answers are short. */
function compressed(answer: HttpResponse, { bidHeaders, gzippedBidHeaders }: ExchangeAccess): HttpResponse {
  const { status, headers, body } = answer;
  if (headers !== bidHeaders || gzippedBidHeaders === undefined || body.length < minCompressedBytes) return answer;
  return { status, headers: gzippedBidHeaders, body: gzipSync(body, { level: 1 }) };
}

/** Throws where the body does not match its encoding or is too large when decompressed. */
function decompressed({ headers, body }: HttpRequest): Buffer {
  const encoding = headers["content-encoding"];
  if (encoding === undefined) return body;
  const limit = { maxOutputLength: maxDecompressedBytes };
  if (gzipped.test(encoding)) return gunzipSync(body, limit);
  if (!deflated.test(encoding)) return body;
  // "deflate" is the zlib format; some clients send the raw stream (RFC 9110, 8.4.1.2).
  return ((body[0] ?? 0) & 0x0f) === zlibMethod ? inflateSync(body, limit) : inflateRawSync(body, limit);
}

function decode({ readRequest }: ExchangeAccess, request: HttpRequest): unknown {
  try {
    return readRequest(decompressed(request));
  } catch {
    return undefined;
  }
}
