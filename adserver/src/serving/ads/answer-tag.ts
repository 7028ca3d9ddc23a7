import { type PlacementSnapshot, pageExchange, tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { Decision } from "../../auction/auction.ts";
import { noteRequest } from "../../auction/traffic-sample.ts";
import { domainAndParents } from "../../kernel/normalize.ts";
import { parseBidRequest } from "../../openrtb/request/parse-bid-request.ts";
import { markupOf } from "../../openrtb/response/bid-response.ts";
import type { AdServer } from "../ad-server.ts";
import { decideWithinSharedCap } from "../enforce-shared-cap.ts";
import { empty, type HttpRequest, type HttpResponse, html, pixel, plain } from "../http-message.ts";
import { fallbackMarkup, impOf, reportScript, sizesFor } from "../placements/placement-frame.ts";
import { countRequest, placementOn } from "../placements/placements.ts";
import { tokenIn } from "../tokens/ad-token.ts";
import { ownerOfTag } from "./remarketing-tag.ts";
import { newVisitorId, refusesId, visitorCookie, visitorIdOf } from "./visitor-id.ts";

/** Consent parameters of the page's tag (IAB names) as OpenRTB fields. */
function regsOf(query: URLSearchParams) {
  const gdpr = query.get("gdpr");
  const gpp = query.get("gpp");
  const usPrivacy = query.get("us_privacy");
  const regs = {
    ...(gdpr === "0" || gdpr === "1" ? { gdpr: Number(gdpr) } : {}),
    ...(gpp === null ? {} : { gpp, gpp_sid: (query.get("gpp_sid") ?? "").split(/[,_]/) }),
    ...(usPrivacy === null ? {} : { us_privacy: usPrivacy }),
  };
  return { regs, consent: query.get("gdpr_consent") ?? "" };
}

/** Whether this visitor may get an ID: by the page's consent, or else by the law of their country. */
function mayGiveId(adServer: AdServer, { headers, ip }: HttpRequest, query: URLSearchParams): boolean {
  if (refusesId(headers)) return false;
  const { regs, consent } = regsOf(query);
  const imp = [{ id: "1", banner: { w: 1, h: 1 } }];
  const asked = { id: "1", imp, site: {}, device: { ip }, regs, user: { buyeruid: "1", consent } };
  const parsed = parseBidRequest(asked, adServer.parseContext(tagExchange), adServer.engine.clock.now().getTime());
  return typeof parsed !== "string" && parsed.visitor.key !== "";
}

/**
 * The host of the page with the tag; "" where the page hides its address. Only the browser can say which page it is. A
 * fully qualified host (`example.com.`) is the same site.
 */
export const hostOf = (page: string): string => (URL.canParse(page) ? new URL(page).hostname.replace(/\.$/, "") : "");

/** The page's host or a domain above it may show ads without an exchange. */
export const isListed = (tagDomains: ReadonlySet<string>, page: string): boolean =>
  domainAndParents(hostOf(page)).some((domain) => tagDomains.has(domain));

/**
 * `GET /frame`: an ad for a publisher's own tag, decided like a bid request. The page is the browser's referrer: it must be
 * on the placement's verified site or, without a placement, on one that the operator listed. Any other page would spend
 * customers' budgets.
 */
export async function answerFrame(adServer: AdServer, request: HttpRequest): Promise<HttpResponse> {
  const query = new URLSearchParams(request.query);
  const page = request.headers.referer ?? "";
  const id = query.get("placement");
  if (id !== null) {
    const placement = placementOn(adServer.placements, Number(id), hostOf(page));
    return placement === undefined
      ? refusedPage(adServer, "this placement is not for this site, or the page hides its address")
      : answerPlacement(adServer, request, query, placement);
  }
  if (!isListed(adServer.tagDomains, page)) {
    return refusedPage(adServer, "the operator has not listed this site, or the page hides its address");
  }
  const banner = { w: query.get("w"), h: query.get("h") };
  // A slot's name must not be that of a placement, which gets a share.
  const imp = [{ id: "1", banner, tagid: (query.get("slot") ?? "").replace(/^placement-/, "") }];
  return framePage(adServer, await adFor(adServer, request, query, { imp }));
}

function refusedPage(adServer: AdServer, reason: string): HttpResponse {
  adServer.metrics.noBids.of("unlisted_site").count++;
  return framePage(adServer, `<!-- No ad: ${reason}. -->`);
}

/** An ad of a placement, or else its fallback ad. A further ad for the same page only if the placement allows it. */
async function answerPlacement(
  adServer: AdServer,
  request: HttpRequest,
  query: URLSearchParams,
  placement: PlacementSnapshot,
): Promise<HttpResponse> {
  const { placements, adsUrl } = adServer;
  const isAllowed = query.get("refresh") === null || placement.refreshSeconds !== null;
  const sizes = isAllowed ? sizesFor(placement, query) : [];
  const ad = sizes.length === 0 ? "" : await adFor(adServer, request, query, impOf(placement, sizes));
  const markup = ad || fallbackMarkup(placement, sizes, adsUrl);
  const got = ad !== "" ? "ad" : markup !== "" ? "fallback" : "empty";
  countRequest(placements, placement.placementId, got);
  const report = reportScript(placement, got, request.headers.referer ?? adsUrl, adsUrl);
  return framePage(adServer, `<div style="display:flex;justify-content:center">${markup}</div>${report}`);
}

/** The markup of the winning campaign's ad; "" if none bids, or this process must not offer ads now. */
async function adFor(
  adServer: AdServer,
  { headers, ip }: HttpRequest,
  query: URLSearchParams,
  opportunity: Record<string, unknown>,
): Promise<string> {
  if (!adServer.isReady()) {
    adServer.metrics.noBids.of("not_ready").count++;
    return "";
  }
  const { regs, consent } = regsOf(query);
  const id = refusesId(headers) ? "" : visitorIdOf(headers);
  const body = {
    id: adServer.engine.random.id(),
    ...opportunity,
    site: { page: headers.referer },
    device: {
      ua: headers["user-agent"] ?? "",
      ip,
      language: headers["accept-language"]?.slice(0, 2),
      dnt: refusesId(headers) ? 1 : 0,
    },
    user: { buyeruid: id, consent },
    regs,
    cur: ["CHF"],
  };
  const parsed = parseBidRequest(body, adServer.parseContext(tagExchange), adServer.engine.clock.now().getTime());
  const { ownTraffic, random } = adServer.engine;
  if (typeof parsed !== "string") noteRequest(ownTraffic, parsed, random);
  const decision: Decision =
    typeof parsed === "string" ? { bids: [], reasons: [parsed] } : await decideWithinSharedCap(adServer, parsed);
  ownTraffic.bids += decision.bids.length;
  for (const reason of decision.reasons) adServer.metrics.noBids.of(reason).count++;
  const bid = decision.bids[0];
  return bid === undefined || typeof parsed === "string" ? "" : markupOf(parsed, bid, adServer.responseContext);
}

function framePage(adServer: AdServer, ad: string): HttpResponse {
  const document = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ad</title><body style="margin:0">${ad}</body></html>`;
  return html(document, {
    "cache-control": "no-store",
    "content-security-policy":
      `default-src 'none'; script-src ${adServer.adsUrl}; img-src ${adServer.adsUrl}; frame-src ${adServer.adsUrl}; ` +
      `connect-src ${adServer.adsUrl}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`,
  });
}

/** `GET /r`: adds a visitor of an advertiser's site to its remarketing audience. */
export function answerRemarketing(adServer: AdServer, request: HttpRequest): HttpResponse {
  const query = new URLSearchParams(request.query);
  const owner = ownerOfTag(adServer.remarketing, tokenIn(request.query, "o"));
  if (owner === undefined) return plain(403, "This address is not valid.");
  return giveId(adServer, request, query, (id) => adServer.engine.audiences.note(adServer.keys.ofOwn(id), owner));
}

/** A pixel that gives the visitor an ID, where this is allowed. */
function giveId(
  adServer: AdServer,
  request: HttpRequest,
  query: URLSearchParams,
  note: (id: string) => void = () => {},
): HttpResponse {
  const answer = pixel();
  if (!mayGiveId(adServer, request, query)) return answer;
  const id = visitorIdOf(request.headers) || newVisitorId(adServer.engine.random);
  note(id);
  return { ...answer, headers: { ...answer.headers, "set-cookie": visitorCookie(id, adServer.adsUrl) } };
}

/**
 * `GET /sync?to=…`: passes the visitor's ID to an exchange, which sends it back as `user.buyeruid`. Only to URLs
 * configured for that exchange. For a page's own auction it only gives the visitor an ID.
 */
export function answerSync(adServer: AdServer, partners: Map<string, string>, request: HttpRequest): HttpResponse {
  const query = new URLSearchParams(request.query);
  const name = query.get("exchange") ?? "";
  if (name === pageExchange) return giveId(adServer, request, query);
  const exchange = adServer.exchanges.get(name);
  const target = exchange === undefined ? partners.get(name) : exchange.syncUrl;
  if (target === undefined) return plain(404, "Not found.");
  if (!mayGiveId(adServer, request, query)) return pixel();
  const id = visitorIdOf(request.headers) || newVisitorId(adServer.engine.random);
  return empty(302, {
    location: target.replace("{id}", encodeURIComponent(id)),
    "cache-control": "no-store",
    "set-cookie": visitorCookie(id, adServer.adsUrl),
  });
}
