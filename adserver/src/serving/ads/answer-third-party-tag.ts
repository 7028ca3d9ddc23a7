import { fillMacros } from "@litfass/contract/creatives/third-party-macros";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import { newCachebuster, trackersOf } from "../../openrtb/response/third-party-trackers.ts";
import type { AdServer } from "../ad-server.ts";
import { type HttpRequest, type HttpResponse, html, plain } from "../http-message.ts";
import { readToken, tokenIn } from "../tokens/ad-token.ts";
import { clickBefore, exchangeClickIn } from "../tokens/ad-urls.ts";
import { readAd } from "../tokens/read-ad.ts";
import { tagPolicy } from "./ad-document.ts";
import type { AdFile } from "./ad-file-cache.ts";

/**
 * The document of a third-party tag with its macros filled. Never cached, so that each impression has its own cachebuster
 * and a host that the operator withdraws is blocked at once. Without an ad's token, as in a preview, no click is counted.
 */
export function answerTag(adServer: AdServer, { body }: AdFile, hash: string, request: HttpRequest): HttpResponse {
  const { adsUrl, adSeal, engine, thirdPartyHosts } = adServer;
  const token = tokenIn(request.query, "click");
  const ad = token === "" ? undefined : readToken(adSeal, "page", token);
  const query = new URLSearchParams(request.query);
  const document = fillMacros(body.toString(), {
    click: ad === undefined ? "" : clickBefore(adsUrl, token, hash, exchangeClickIn(request.query)),
    cachebuster: newCachebuster(engine.random),
    site: ad?.site ?? "",
    gdpr: query.get("gdpr") ?? "",
    gdprConsent: query.get("gdpr_consent") ?? "",
  });
  return thirdPartyPage(document, thirdPartyHosts);
}

/**
 * `GET /trackers`: the pixels and verification scripts of an ad's campaign, which a frame as large as the ad requests when
 * the ad is shown. Scripts measure that frame, and reach neither the ad nor the page.
 */
export async function answerTrackers(adServer: AdServer, request: HttpRequest): Promise<HttpResponse> {
  const { engine, thirdPartyHosts: hosts } = adServer;
  const ad = readAd(adServer, "page", request);
  if (ad === undefined) return plain(403, "This address is not valid.");
  const ordinal = engine.index.ordinals.get(ad.campaignId);
  const known = ordinal === undefined ? undefined : engine.index.campaigns[ordinal]?.snapshot;
  const snapshot = known ?? (await adServer.findSnapshot(ad.campaignId));
  if (snapshot === null) return plain(404, "Not found.");
  const query = new URLSearchParams(request.query);
  const consent = { gdpr: query.get("gdpr") ?? "", text: query.get("gdpr_consent") ?? "" };
  const { pixels, scripts } = trackersOf(snapshot, { site: ad.site, consent }, { hosts, random: engine.random });
  const images = pixels.map((url) => `<img src="${escapeMarkup(url)}" width="1" height="1" alt="">`);
  const code = scripts.map((url) => `<script async src="${escapeMarkup(url)}"></script>`);
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ad</title><style>img{position:absolute;opacity:0}</style>`;
  return thirdPartyPage(`${head}</head><body>${images.join("")}${code.join("")}</body></html>`, hosts);
}

const thirdPartyPage = (document: string, hosts: readonly string[]): HttpResponse =>
  html(document, {
    "content-security-policy": tagPolicy(hosts),
    "cache-control": "private, no-store",
    "cross-origin-resource-policy": "cross-origin",
    "referrer-policy": "no-referrer",
  });
