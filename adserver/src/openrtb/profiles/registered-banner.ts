import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { adUrls } from "../../serving/tokens/ad-urls.ts";
import { bannerUrls } from "../response/bid-response.ts";
import { identityOf } from "../response/creative-identity.ts";
import { bannerMarkup } from "../response/markup.ts";
import { rulesOf } from "./profile-rules.ts";
import { registeredToken } from "./xandr.ts";

/** A finished banner as it is registered at an exchange. */
export type RegisteredBanner = {
  /** As bids name it. */
  id: string;
  creativeUuid: string;
  width: number;
  height: number;
  /** With a custom macro where a bid's markup has its token. */
  markup: string;
  landingUrl: string;
};

/**
 * A campaign's banners for Xandr: the markup of a bid, once for all bids, with the click macro. Each bid fills the custom
 * macro with its token.
 */
export function registeredBanners(snapshot: CampaignSnapshot, adsUrl: string): RegisteredBanner[] {
  const urls = bannerUrls(adUrls(adsUrl, { page: `\${${registeredToken}}`, notice: "" }), rulesOf("xandr"));
  const { advertiserDomain, language, trackers, destinationUrl } = snapshot;
  return snapshot.creatives
    .filter(({ kind, isCompanion }) => (kind === "html" || kind === "image") && isCompanion !== true)
    .map((creative) => ({
      id: identityOf(snapshot, creative).id,
      creativeUuid: creative.uuid,
      width: creative.width,
      height: creative.height,
      markup: bannerMarkup(creative, urls, advertiserDomain, language, { hasTrackers: trackers !== undefined }),
      landingUrl: creative.destinationUrl ?? destinationUrl,
    }));
}
