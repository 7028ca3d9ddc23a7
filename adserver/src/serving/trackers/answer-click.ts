import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { isHostIn } from "@litfass/contract/settings/third-party-hosts";
import { rootDomain } from "../../sync/root-domain.ts";
import type { AdServer } from "../ad-server.ts";
import { withClickId } from "../conversions/click-id.ts";
import type { ExchangeAccess } from "../exchange-access.ts";
import { empty, type HttpRequest, type HttpResponse, plain } from "../http-message.ts";
import { type AdToken, previewCampaignId, tokenIn } from "../tokens/ad-token.ts";
import { appendedTo, exchangeClickIn } from "../tokens/ad-urls.ts";
import { readAd } from "../tokens/read-ad.ts";
import { countCall } from "./count-call.ts";
import { withUtm } from "./utm.ts";

/**
 * `GET /c`: counts the click and redirects. The destination comes from the campaign, or from the clicked file (`f`) in
 * its snapshot. The URL itself only decides it for a third-party tag, and only among the operator's third-party hosts
 * and the advertiser's own pages, so there is no open redirect. The advertiser's own page gets the click's identifier if
 * the campaign measures conversions. An exchange's click URL is passed on the way if it is on
 * a host that its profile names. A preview leads nowhere. A failing journal does not delay the visitor.
 */
export async function answerClick(adServer: AdServer, request: HttpRequest): Promise<HttpResponse> {
  const { engine, metrics } = adServer;
  const ad = readAd(adServer, "page", request);
  if (ad === undefined) {
    metrics.refused.count++;
    return plain(403, "This address is not valid.");
  }
  if (ad.campaignId === previewCampaignId) {
    return plain(200, "This is a preview. In a campaign a click opens its landing page.");
  }
  const ordinal = engine.index.ordinals.get(ad.campaignId);
  const snapshot =
    ordinal === undefined
      ? await adServer.findSnapshot(ad.campaignId)
      : (engine.index.campaigns[ordinal]?.snapshot ?? null);
  const target =
    snapshot === null
      ? undefined
      : (thirdPartyDestination(adServer, snapshot, ad.creativeUuid, request.query) ??
        withUtm(destinationOf(snapshot, ad.creativeUuid, tokenIn(request.query, "f")), {
          campaignId: ad.campaignId,
          campaignName: snapshot.name,
          creativeUuid: ad.creativeUuid,
          medium: ad.medium,
        }));
  if (snapshot === null || target === undefined) return plain(404, "This ad leads nowhere any more.");
  const landing = snapshot.measuresConversions ? measured(adServer, target, snapshot, ad) : target;
  const location = throughExchangeTo(landing, adServer.exchanges.get(ad.exchange), request.query);
  try {
    await countCall(adServer, ad, "click", request);
  } catch {
    metrics.lostClicks.count++;
  }
  return empty(302, { location, "cache-control": "no-store", "referrer-policy": "no-referrer-when-downgrade" });
}

/**
 * The exchange's click URL that leads on to the destination, so that it counts the click as well; the destination itself
 * where it is none of this exchange's.
 */
function throughExchangeTo(target: string, exchange: ExchangeAccess | undefined, query: string): string {
  const hosts = exchange?.clickHosts ?? [];
  const encoded = hosts.length === 0 ? "" : exchangeClickIn(query);
  if (encoded === "") return target;
  const prefix = decoded(encoded);
  if (!URL.canParse(prefix)) return target;
  const { hostname, username, password } = new URL(prefix);
  if (username !== "" || password !== "" || !isHostIn(hostname, hosts)) return target;
  return `${prefix}${encodeURIComponent(target)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function destinationOf({ creatives, destinationUrl }: CampaignSnapshot, uuid: string, file: string): string {
  const clicked = creatives.find((creative) => creative.fileHash === file && creative.uuid === uuid);
  return clicked?.destinationUrl ?? destinationUrl;
}

/** The landing page with the click's identifier; other ad servers, on the way of a tag, do not pass it on. */
function measured({ clickIds, engine }: AdServer, target: string, { destinationUrl }: CampaignSnapshot, ad: AdToken) {
  if (!isOfAdvertiser(new URL(target).hostname, destinationUrl)) return target;
  const { campaignId, creativeUuid, site, isTest } = ad;
  return withClickId(
    target,
    clickIds.seal({ campaignId, creativeUuid, site, isTest, atMs: engine.clock.now().getTime() }),
  );
}

function isOfAdvertiser(hostname: string, destinationUrl: string): boolean {
  const own = URL.canParse(destinationUrl) ? rootDomain(new URL(destinationUrl).hostname) : undefined;
  return own !== undefined && rootDomain(hostname) === own;
}

/** The address that a tag's ad server appended to the click URL; undefined leads to the campaign's landing page. */
function thirdPartyDestination(
  { thirdPartyHosts }: AdServer,
  { creatives, destinationUrl }: CampaignSnapshot,
  uuid: string,
  query: string,
): string | undefined {
  const appended = appendedTo(query);
  const hash = tokenIn(query, "f");
  const isTag = creatives.some(
    (each) => each.isThirdParty && (each.uuid === uuid || each.isCompanion) && each.fileHash === hash,
  );
  if (!isTag || appended === "" || !URL.canParse(appended)) return undefined;
  const { protocol, hostname, href } = new URL(appended);
  const isOwn = isOfAdvertiser(hostname, destinationUrl);
  const isAllowed = protocol === "https:" && isHostIn(hostname, thirdPartyHosts);
  return isAllowed || (isOwn && (protocol === "https:" || protocol === "http:")) ? href : undefined;
}
