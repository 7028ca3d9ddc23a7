import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { systemRandom } from "@litfass/platform/random";
import { adSeal } from "../../serving/tokens/ad-seal.ts";
import { packOffer, packToken, previewCampaignId } from "../../serving/tokens/ad-token.ts";
import { adUrls } from "../../serving/tokens/ad-urls.ts";
import { vastDocument } from "./vast.ts";

/**
 * The VAST document of a creative for previews: its macros are "AUDIT" and its trackers are never counted or charged.
 */
export function previewVast(
  creative: { id: string; uuid: string; title: string },
  renditions: SnapshotCreative[],
  origin: { adsUrl: string; signingSecret: string; auctionId: string },
): string {
  const offer = packOffer({
    ...{ process: "preview", campaignId: previewCampaignId, ownerUid: "", creativeUuid: creative.uuid },
    ...{
      format: renditions[0]?.format ?? "",
      medium: renditions[0]?.kind === "audio" ? "audio" : "video",
      priceMicros: 0,
      currency: "",
    },
  });
  const tokens = packToken(adSeal([origin.signingSecret], systemRandom), offer, {
    ...{ exchange: "preview", auctionId: origin.auctionId, impId: "1", slotName: "", site: "", siteKind: "site" },
    ...{ country: "", region: "", city: "", device: "", browser: "", language: "" },
    ...{
      leaseId: "",
      bidMs: 0,
      visitorKey: "",
      isTest: true,
      bidPrice: 0,
      bidCurrency: "",
      isFirstPrice: false,
      deal: "",
    },
  });
  return vastDocument(
    creative.id,
    creative.title,
    renditions,
    adUrls(origin.adsUrl, tokens, () => "AUDIT"),
  );
}
