import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { AdServer } from "../ad-server.ts";
import { empty, type HttpRequest, type HttpResponse, plain } from "../http-message.ts";
import { tokenIn } from "../tokens/ad-token.ts";
import { readAd } from "../tokens/read-ad.ts";
import { countCall } from "./count-call.ts";
import { withUtm } from "./utm.ts";

/**
 * `GET /c`: counts the click and redirects. The destination comes from the campaign, or from the clicked file (`f`) in
 * its snapshot, never from the URL, so there is no open redirect. A failing journal does not delay the visitor.
 */
export async function answerClick(adServer: AdServer, request: HttpRequest): Promise<HttpResponse> {
  const { engine, metrics } = adServer;
  const ad = readAd(adServer, "page", request);
  if (ad === undefined) {
    metrics.refused.count++;
    return plain(403, "This address is not valid.");
  }
  const ordinal = engine.index.ordinals.get(ad.campaignId);
  const snapshot =
    ordinal === undefined
      ? await adServer.findSnapshot(ad.campaignId)
      : (engine.index.campaigns[ordinal]?.snapshot ?? null);
  const location =
    snapshot === null
      ? undefined
      : withUtm(destinationOf(snapshot, ad.creativeUuid, tokenIn(request.query, "f")), {
          campaignId: ad.campaignId,
          campaignName: snapshot.name,
          creativeUuid: ad.creativeUuid,
          medium: ad.medium,
        });
  if (location === undefined) return plain(404, "This ad leads nowhere any more.");
  try {
    await countCall(adServer, ad, "click", request);
  } catch {
    metrics.lostClicks.count++;
  }
  return empty(302, { location, "cache-control": "no-store", "referrer-policy": "no-referrer-when-downgrade" });
}

function destinationOf({ creatives, destinationUrl }: CampaignSnapshot, uuid: string, file: string): string {
  const clicked = creatives.find((creative) => creative.fileHash === file && creative.uuid === uuid);
  return clicked?.destinationUrl ?? destinationUrl;
}
