import type { SnapshotCreative } from "@litfass/contract/snapshot";
import { packToken } from "./ad-token.ts";
import { adUrls } from "./ad-urls.ts";
import { createSigner } from "./signing.ts";
import { vastDocument } from "./vast.ts";

/**
 * The VAST document of a creative outside an auction, to be looked at in a player: its trackers are those of a test, which
 * are answered and never counted or charged.
 */
export function previewVast(
  creative: { id: string; uuid: string; title: string },
  renditions: SnapshotCreative[],
  origin: { adsUrl: string; signingSecret: string; auctionId: string },
): string {
  const nothing = { leaseId: "", country: "", region: "", city: "", device: "", browser: "", language: "" };
  const token = packToken(createSigner(origin.signingSecret), {
    ...nothing,
    ...{ process: "preview", exchange: "preview", auctionId: origin.auctionId, impId: "1", slotName: "" },
    ...{ campaignId: 0, ownerUid: "", creativeUuid: creative.uuid, format: renditions[0]?.format ?? "" },
    ...{ medium: "video", site: "", siteKind: "site", priceMicros: 0, currency: "", bidMs: 0, visitor: "" },
    isTest: true,
  });
  return vastDocument(creative.id, creative.title, renditions, adUrls(origin.adsUrl, token));
}
