import { readFileSync } from "node:fs";
import { join } from "node:path";
import { adCallsPath } from "@litfass/contract/adserver/ad-call";
import { conversionPath, conversionTagPath } from "@litfass/contract/adserver/conversion";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { isPrivateAddress } from "@litfass/platform/egress/private-address";
import { version } from "@litfass/platform/installation/version";
import type { AdServer } from "./ad-server.ts";
import { answerAdFile } from "./ads/answer-ad-file.ts";
import { answerFrame, answerRemarketing, answerSync } from "./ads/answer-tag.ts";
import { answerTrackers } from "./ads/answer-third-party-tag.ts";
import { answerBid } from "./answer-bid.ts";
import { applyExchanges } from "./apply-exchanges.ts";
import { answerConversion, answerConversionPixel } from "./conversions/answer-conversion.ts";
import { noteOccurrence } from "./exchange-access.ts";
import { empty, type HttpRequest, type HttpResponse, json, plain } from "./http-message.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { answerPageBid, answerPagePreflight } from "./pages/answer-page-bid.ts";
import { receiveAdCalls } from "./relay/receive-ad-calls.ts";
import { answerSellersJson } from "./sellers-json.ts";
import { paths } from "./tokens/ad-urls.ts";
import { traceSomeBids } from "./trace-bids.ts";
import { answerClick } from "./trackers/answer-click.ts";
import { answerNotice, answerTracker } from "./trackers/answer-tracker.ts";
import { answerAbout } from "./transparency/answer-about.ts";
import { optOut, showOptOut } from "./transparency/answer-opt-out.ts";

const exchangeName = /^\/openrtb2\/([a-z0-9_-]{1,40})\/bid$/;

function asset(file: string, contentType: string): HttpResponse {
  return {
    status: 200,
    headers: {
      "content-type": contentType,
      "cache-control": "public, max-age=3600",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
    body: readFileSync(join(import.meta.dirname, file)),
  };
}
const script = (file: string): HttpResponse => asset(`ads/${file}`, "text/javascript; charset=utf-8");

/** Metrics are for private networks; a proxied request is from outside. */
const isFromInside = ({ headers, ip }: HttpRequest): boolean =>
  headers["x-forwarded-for"] === undefined && isPrivateAddress(ip);

async function exposeMetrics({ registry }: Metrics): Promise<HttpResponse> {
  return { status: 200, headers: { "content-type": registry.contentType }, body: await registry.metrics() };
}

export type RouterOptions = {
  /** The exchanges that may request bids, until `applyExchanges` replaces them. */
  exchanges: Exchange[];
  /** User sync URLs by the name of partners that are no exchanges; `{id}` is replaced by the visitor's ID. */
  syncPartners?: Map<string, string>;
};

export type Router = {
  /** Bid requests of exchanges and pages, conversions, and the opt-out form. */
  post(request: HttpRequest): HttpResponse | Promise<HttpResponse>;
  /** Everything else. */
  other(request: HttpRequest): HttpResponse | Promise<HttpResponse>;
};

/** Every path of the ads origin. */
export function createRouter(adServer: AdServer, options: RouterOptions): Router {
  applyExchanges(adServer, options.exchanges);
  const syncPartners = options.syncPartners ?? new Map<string, string>();
  const assets = new Map([
    ["/measure.js", script("measure.browser.js")],
    ["/video-progress.js", script("video-progress.browser.js")],
    ["/tag.js", script("tag.browser.js")],
    [conversionTagPath, script("../conversions/conversion.browser.js")],
    [paths.frameScript, script("frame.browser.js")],
    [paths.adIcon, asset("transparency/ad-icon.png", "image/png")],
  ]);
  const answer = traceSomeBids(answerBid);
  const sellersJson = answerSellersJson(adServer);
  const post: Router["post"] = (request) => {
    const exchange = exchangeName.exec(request.path)?.[1];
    if (request.path === paths.pageBid) return answerPageBid(adServer, request);
    const access = exchange === undefined ? undefined : adServer.exchanges.get(exchange);
    if (exchange === undefined && request.path === paths.optOut) return optOut(adServer, request);
    if (exchange === undefined && request.path === adCallsPath) return receiveAdCalls(adServer, request);
    if (exchange === undefined && request.path === conversionPath) return answerConversion(adServer, request);
    if (access === undefined) return plain(404, "Not found.");
    if (!access.mayBid(request)) {
      adServer.metrics.unauthorizedBidRequests.of(access.name).count++;
      noteOccurrence(access.traffic, "unauthorized");
      return empty(401);
    }
    return answer(adServer, access, request);
  };
  const other: Router["other"] = (request) => {
    const { method, path } = request;
    if (method === "OPTIONS" && path === paths.pageBid) return answerPagePreflight(adServer, request);
    if (method === "OPTIONS") return empty(204, { "access-control-allow-origin": "*", allow: "GET, HEAD, POST" });
    if (method !== "GET" && method !== "HEAD") return plain(405, "Method not allowed.");
    if (path.startsWith("/t/")) return answerTracker(adServer, path.slice(3), request);
    if (path.startsWith("/ad/")) return answerAdFile(adServer, path.slice(4), request);
    switch (path) {
      case "/c":
        return answerClick(adServer, request);
      case conversionPath:
        return answerConversionPixel(adServer, request);
      case "/about":
        return answerAbout(adServer, request);
      case paths.trackers:
        return answerTrackers(adServer, request);
      case paths.optOut:
        return showOptOut(adServer, request);
      case "/win":
        return answerNotice(adServer, "win", request);
      case "/loss":
        return answerNotice(adServer, "loss", request);
      case "/bill":
        return answerNotice(adServer, "bill", request);
      case "/frame":
        return answerFrame(adServer, request);
      case "/r":
        return answerRemarketing(adServer, request);
      case "/sync":
        return answerSync(adServer, syncPartners, request);
      case "/sellers.json":
        return sellersJson();
      case "/health":
        return json(200, { status: "ok", version });
      case "/ready":
        return adServer.isReady() ? json(200, { status: "ready" }) : json(503, { status: "not ready" });
      case "/metrics":
        if (!isFromInside(request)) return plain(404, "Not found.");
        return exposeMetrics(adServer.metrics);
    }
    return assets.get(path) ?? plain(404, "Not found.");
  };
  return { post, other };
}
