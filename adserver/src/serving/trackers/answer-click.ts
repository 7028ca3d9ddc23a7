import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { Delivery } from "../ad-server.ts";
import { empty, plain, type WireAnswer, type WireRequest } from "../http-message.ts";
import { readToken, tokenIn } from "../tokens/ad-token.ts";
import { countClick } from "./counting.ts";
import { withUtm } from "./utm.ts";

/**
 * `GET /c`: counts the click and sends the visitor on. The destination is the campaign's, or that of the file which was
 * clicked (`f`) where its snapshot gives it one; never one from the address: a signed click cannot be turned into a
 * redirect to somewhere else. A failing journal does not hold the visitor up.
 */
export async function answerClick(delivery: Delivery, request: WireRequest): Promise<WireAnswer> {
  const { engine, counting, metrics } = delivery;
  const ad = readToken(delivery.adSeal, "page", tokenIn(request.query, "t"));
  if (ad === undefined) {
    metrics.add("litfass_refused_total");
    return plain(403, "This address is not valid.");
  }
  const ordinal = engine.index.ordinals.get(ad.campaignId);
  const snapshot =
    ordinal === undefined ? await delivery.findSnapshot(ad.campaignId) : engine.index.campaigns[ordinal]!.snapshot;
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
    await countClick(counting, ad, request);
  } catch {
    metrics.add("litfass_lost_clicks_total");
  }
  return empty(302, { location, "cache-control": "no-store", "referrer-policy": "no-referrer-when-downgrade" });
}

function destinationOf({ creatives, destinationUrl }: CampaignSnapshot, uuid: string, file: string): string {
  const clicked = creatives.find((creative) => creative.fileHash === file && creative.uuid === uuid);
  return clicked?.destinationUrl ?? destinationUrl;
}
