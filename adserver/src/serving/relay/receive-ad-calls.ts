import { type AdCall, type AdCallsAnswer, adCallsPath, adCallsSchema } from "@litfass/contract/adserver/ad-call";
import { readInternal, signatureHeader } from "@litfass/platform/http/internal-call";
import { adKey } from "../../auction/frequency-cap/seen-ads.ts";
import type { AdServer } from "../ad-server.ts";
import { empty, type HttpRequest, type HttpResponse, json } from "../http-message.ts";
import type { TokenHolder } from "../tokens/ad-seal.ts";
import { type AdToken, readToken } from "../tokens/ad-token.ts";
import { countHere, countInOrder } from "../trackers/count-call.ts";
import type { CallDetails } from "./relay.ts";

const notices = new Set<AdCall["kind"]>(["win", "loss", "bill"]);
const holderOf = (kind: AdCall["kind"]): TokenHolder => (notices.has(kind) ? "notice" : "page");

/**
 * `POST /internal/ad-calls`: counts calls that reached other ad servers, and responds when their events are on disk.
 * 401 without the installation's signature, 409 for calls of another process.
 */
export async function receiveAdCalls(adServer: AdServer, request: HttpRequest): Promise<HttpResponse> {
  const { internalKeys, engine, counting, metrics } = adServer;
  const signature = String(request.headers[signatureHeader] ?? "");
  const signed = { signature, body: request.body.toString(), now: engine.clock.now() };
  const read = internalKeys === undefined ? undefined : readInternal(internalKeys, adCallsPath, signed);
  if (read === undefined) return empty(401);
  const { process, calls } = adCallsSchema.parse(read.input);
  // The port of a stopped ad server may belong to another one now.
  if (process !== counting.process) return empty(409);
  metrics.relayed.of("received").count += calls.length;
  const done = await Promise.all(calls.map((call) => countRelayed(adServer, call)));
  return json(200, { done } satisfies AdCallsAnswer);
}

/** Only these calls are recorded as duplicates when they come again. */
function isKnown({ counting: { seen } }: AdServer, ad: AdToken, kind: AdCall["kind"]): boolean {
  const mark = kind === "impression" ? "pixel" : kind;
  return (mark === "pixel" || mark === "bill" || mark === "click") && seen.has(adKey(ad), mark);
}

/**
 * Whether a relayed call was counted, or never will be. `isRepeated`: it may have been counted before, so that what is
 * known is no duplicate.
 */
export async function countRelayed(adServer: AdServer, call: AdCall, isRepeated = false): Promise<boolean> {
  const ad = readToken(adServer.adSeal, holderOf(call.kind), call.token);
  if (ad === undefined || (isRepeated && isKnown(adServer, ad, call.kind))) return true;
  if (call.has_opted_out && ad.visitorKey !== "") {
    adServer.optOuts.add(ad.visitorKey);
    ad.visitorKey = "";
  }
  const details: CallDetails = {
    ...(call.price !== undefined && { price: call.price }),
    ...(call.code !== undefined && { code: call.code }),
  };
  const visit = { headers: call.headers, ip: call.ip, atMs: call.at };
  const count = isRepeated ? countHere : countInOrder;
  return count(adServer, ad, call.kind, visit, details).then(
    () => true,
    () => false,
  );
}
