import type { Decision } from "../../auction/auction.ts";
import { parseBidRequest } from "../../openrtb/request/parse-bid-request.ts";
import { markupOf } from "../../openrtb/response/bid-response.ts";
import type { Delivery } from "../ad-server.ts";
import { decideWithinCap } from "../enforce-shared-cap.ts";
import { empty, html, pixel, plain, type WireAnswer, type WireRequest } from "../http-message.ts";
import { tokenIn } from "../tokens/ad-token.ts";
import { ownerOfTag } from "./remarketing-tag.ts";
import { newVisitorId, refusesId, visitorCookie, visitorIdOf } from "./visitor-cookie.ts";

const tagExchange = "tag";

/** Consent as the page's tag passes it on (IAB's parameters for addresses), in OpenRTB's words. */
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

/** Whether this visitor may be given an id: by the page's word on consent, or else by the law of where they are. */
function mayGiveId(delivery: Delivery, { headers, ip }: WireRequest, query: URLSearchParams): boolean {
  if (refusesId(headers)) return false;
  const { regs, consent } = regsOf(query);
  const imp = [{ id: "1", banner: { w: 1, h: 1 } }];
  const asked = { id: "1", imp, site: {}, device: { ip }, regs, user: { buyeruid: "1", consent } };
  const parsed = parseBidRequest(asked, delivery.parseContext(tagExchange), delivery.engine.clock.now().getTime());
  return typeof parsed !== "string" && parsed.visitor.key !== "";
}

/**
 * `GET /frame`: an ad for a publisher without an exchange. The tag's frame is answered by the same decision as a bid
 * request. The page is the one that the browser names, the parameter only where it names none.
 */
export async function answerFrame(delivery: Delivery, request: WireRequest): Promise<WireAnswer> {
  const query = new URLSearchParams(request.query);
  const { headers, ip } = request;
  const { regs, consent } = regsOf(query);
  const id = refusesId(headers) ? "" : visitorIdOf(headers);
  const body = {
    id: delivery.engine.random.id(),
    imp: [{ id: "1", banner: { w: query.get("w"), h: query.get("h") }, tagid: query.get("slot") ?? "" }],
    site: { page: headers.referer ?? query.get("page") ?? "" },
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
  const parsed = parseBidRequest(body, delivery.parseContext(tagExchange), delivery.engine.clock.now().getTime());
  const decision: Decision =
    typeof parsed === "string" ? { bids: [], reasons: [parsed] } : await decideWithinCap(delivery, parsed);
  for (const reason of decision.reasons) delivery.bidMetrics.noBid(reason);
  const bid = decision.bids[0];
  const ad = bid === undefined || typeof parsed === "string" ? "" : markupOf(parsed, bid, delivery.responseContext);
  const document = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ad</title><body style="margin:0">${ad}</body></html>`;
  return html(document, {
    "cache-control": "no-store",
    "content-security-policy":
      `default-src 'none'; script-src ${delivery.adsUrl}; img-src ${delivery.adsUrl}; frame-src ${delivery.adsUrl}; ` +
      `connect-src ${delivery.adsUrl}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`,
  });
}

/** `GET /r`: an advertiser's own site tells that this visitor was there, for its remarketing campaigns. */
export function answerRemarketing(delivery: Delivery, request: WireRequest): WireAnswer {
  const query = new URLSearchParams(request.query);
  const owner = ownerOfTag(delivery.remarketing, tokenIn(request.query, "o"));
  if (owner === undefined) return plain(403, "This address is not valid.");
  if (!mayGiveId(delivery, request, query)) return pixel();
  const id = visitorIdOf(request.headers) || newVisitorId(delivery.engine.random);
  delivery.engine.contacts.note(delivery.keys.ofOwn(id), owner);
  const answer = pixel();
  return { ...answer, headers: { ...answer.headers, "set-cookie": visitorCookie(id, delivery.adsUrl) } };
}

/**
 * `GET /sync?to=…`: tells an exchange which id the visitor has here; it sends it back as `user.buyeruid`. Only to
 * addresses that the operator configured for that exchange.
 */
export function answerSync(delivery: Delivery, partners: Map<string, string>, request: WireRequest): WireAnswer {
  const query = new URLSearchParams(request.query);
  const target = partners.get(query.get("exchange") ?? "");
  if (target === undefined) return plain(404, "Not found.");
  if (!mayGiveId(delivery, request, query)) return pixel();
  const id = visitorIdOf(request.headers) || newVisitorId(delivery.engine.random);
  return empty(302, {
    location: target.replace("{id}", encodeURIComponent(id)),
    "cache-control": "no-store",
    "set-cookie": visitorCookie(id, delivery.adsUrl),
  });
}
