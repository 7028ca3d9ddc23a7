import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Decision } from "../auction/auction.ts";
import { noteRequest } from "../auction/traffic.ts";
import type { AdRequest } from "../kernel/ad-request.ts";
import { identifier, list, record } from "../kernel/coerce.ts";
import { type NoBidReason, noBidReasons } from "../kernel/no-bid.ts";
import { bidRequestFields } from "../openrtb/request/bid-request-fields.ts";
import { parseBidRequest } from "../openrtb/request/parse-bid-request.ts";
import { wantedJson } from "../openrtb/request/partial-json.ts";
import { bidResponse } from "../openrtb/response/bid-response.ts";
import type { Delivery } from "./ad-server.ts";
import { decideWithinCap } from "./enforce-shared-cap.ts";
import { empty, json, ownedBody, type WireAnswer, type WireRequest } from "./http-message.ts";
import { observe } from "./metrics/metrics.ts";

const readFields = wantedJson(bidRequestFields);
const bidHeaders = { "content-type": "application/json", "x-openrtb-version": "2.6" };
const maxDecompressedBytes = 1024 * 1024;
/** In the lower half of the first byte of zlib's format. */
const zlibMethod = 8;
/** Names of encodings know no case, and "x-gzip" is one for the same (RFC 9110, 8.4.1.3). */
const gzipped = /^(?:x-)?gzip$/i;
const deflated = /^deflate$/i;
/** What the way back to the exchange takes of its time limit. */
const networkMs = 20;
const shortestTmaxMs = 10;

/**
 * Answers a bid request: 200 with bids, 204 without, 400 for what is no JSON at all. A test request without a bid is
 * told the reason.
 */
export function answerBid(
  delivery: Delivery,
  exchange: string,
  request: WireRequest,
): WireAnswer | Promise<WireAnswer> {
  const started = performance.now();
  delivery.bidMetrics.requests.count++;
  if (!delivery.isReady()) return noBid(delivery, undefined, ["not_ready"]);
  if (delivery.load.isOver()) return noBid(delivery, undefined, ["overloaded"]);
  const body = decode(request);
  if (body === undefined) {
    delivery.bidMetrics.noBid("unreadable_request");
    return empty(400);
  }
  const parsed = parseBidRequest(body, delivery.parseContext(exchange), delivery.engine.clock.now().getTime());
  if (typeof parsed === "string") return noBid(delivery, body, [parsed]);
  const { tmaxMs } = parsed;
  if (tmaxMs !== undefined && (tmaxMs < shortestTmaxMs || delivery.load.waitMs() + networkMs > tmaxMs)) {
    return noBid(delivery, body, ["too_late"]);
  }
  const { engine } = delivery;
  noteRequest(engine.traffic, parsed, engine.random);
  const decision = decideWithinCap(delivery, parsed);
  if (!(decision instanceof Promise)) return answerDecision(delivery, body, parsed, decision, started);
  return decision.then((decided) => owned(answerDecision(delivery, body, parsed, decided, started)));
}

/** A promise settles later than others are written, so what it brings cannot be borrowed. */
const owned = (answer: WireAnswer): WireAnswer => {
  const { status, headers } = answer;
  return { status, headers, body: ownedBody(answer) };
};

function answerDecision(
  delivery: Delivery,
  body: unknown,
  parsed: AdRequest,
  { bids, reasons }: Decision,
  started: number,
): WireAnswer {
  const { engine, bidMetrics } = delivery;
  engine.traffic.bids += bids.length;
  for (const reason of reasons) bidMetrics.noBid(reason);
  if (bids.length === 0) return nothing(body, reasons);
  bidMetrics.bids.count += bids.length;
  const answer = bidResponse(parsed, bids, delivery.responseContext);
  observe(bidMetrics.seconds, (performance.now() - started) / 1000);
  return { status: 200, headers: bidHeaders, body: answer, isBorrowed: true };
}

function noBid(delivery: Delivery, body: unknown, reasons: NoBidReason[]): WireAnswer {
  for (const reason of reasons) delivery.bidMetrics.noBid(reason);
  return nothing(body, reasons);
}

function nothing(body: unknown, reasons: NoBidReason[]): WireAnswer {
  const raw = record(body);
  const id = identifier(raw.id);
  if (raw.test !== 1 || id === "") return empty(204);
  return json(200, { id, nbr: noBidReasons[reasons[0] ?? "no_campaign"], ext: { reasons: list(reasons) } });
}

/** Throws where the body is not what its encoding says, or too large when decompressed. */
function decompressed({ headers, body }: WireRequest): Buffer {
  const encoding = headers["content-encoding"];
  if (encoding === undefined) return body;
  const limit = { maxOutputLength: maxDecompressedBytes };
  if (gzipped.test(encoding)) return gunzipSync(body, limit);
  if (!deflated.test(encoding)) return body;
  // Meant is zlib's format; some clients send the bare stream under the same name (RFC 9110, 8.4.1.2).
  return (body[0]! & 0x0f) === zlibMethod ? inflateSync(body, limit) : inflateRawSync(body, limit);
}

function decode(request: WireRequest): unknown {
  try {
    return readFields(decompressed(request));
  } catch {
    return undefined;
  }
}
