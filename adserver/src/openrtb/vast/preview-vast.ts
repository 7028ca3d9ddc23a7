import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { systemRandom } from "@litfass/platform/random";
import { adSeal } from "../../serving/tokens/ad-seal.ts";
import { packOffer, packToken, previewCampaignId } from "../../serving/tokens/ad-token.ts";
import { type AdUrls, adUrls } from "../../serving/tokens/ad-urls.ts";
import { vastDocument } from "./vast.ts";
import { wrapperDocument } from "./vast-wrapper.ts";

export type PreviewOrigin = { adsUrl: string; signingSecret: string; auctionId: string };
type PreviewedFile = Pick<SnapshotCreative, "format" | "kind">;

/**
 * The VAST document of a creative for previews: its macros are "AUDIT" and its trackers are never counted or charged.
 */
export const previewVast = (
  creative: { id: string; uuid: string; title: string },
  renditions: SnapshotCreative[],
  origin: PreviewOrigin,
): string => vastDocument(creative.id, creative.title, renditions, previewUrls(creative.uuid, renditions[0], origin));

/** The same for another ad server's VAST tag: the wrapper of bids. The player fills the tag's macros. */
export const previewWrapper = (tag: { uuid: string; url: string; format: string }, origin: PreviewOrigin): string =>
  wrapperDocument(tag.uuid, tag.url, previewUrls(tag.uuid, { format: tag.format, kind: "video" }, origin));

function previewUrls(creativeUuid: string, file: PreviewedFile | undefined, origin: PreviewOrigin): AdUrls {
  const offer = packOffer({
    ...{ process: "preview", campaignId: previewCampaignId, ownerUid: "", creativeUuid },
    ...{ format: file?.format ?? "", medium: file?.kind === "audio" ? "audio" : "video", priceMicros: 0, currency: "" },
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
      dataFee: "",
    },
  });
  return adUrls(origin.adsUrl, tokens, () => "AUDIT");
}
