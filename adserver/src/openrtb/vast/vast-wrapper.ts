import { productName } from "@litfass/contract/settings/default-settings";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import { defaultVast, isAtLeast } from "../../kernel/vast-version.ts";
import type { AdUrls } from "../../serving/tokens/ad-urls.ts";
import { noTrackers } from "../response/third-party-trackers.ts";
import { cdata } from "./cdata.ts";
import type { VastOptions } from "./vast.ts";
import {
  errorElement,
  impressions,
  labelIcon,
  trackingEvents,
  verifications,
  viewableImpression,
} from "./vast-parts.ts";

/**
 * A VAST wrapper in schema order (VAST 4.2, 3.19): the player goes on to another ad server's tag, and reports the
 * impression, its progress and clicks to both. `ClickTracking` leads nowhere; the other ad server has the landing page.
 * The answer must be one ad (`allowMultipleAds`), and no other takes its place (`fallbackOnNoAd`); the published schema of
 * VAST 3.0 has no such attributes, though its text does.
 */
export function wrapperDocument(
  adId: string,
  tagUrl: string,
  urls: AdUrls,
  { version = defaultVast, adSystem = productName, trackers = noTrackers }: Omit<VastOptions, "companions"> = {},
): string {
  const isNew = isAtLeast(version, "4.0");
  const clicks = `<VideoClicks><ClickTracking>${cdata(urls.track("click"))}</ClickTracking></VideoClicks>`;
  const linear = `<Linear>${isNew ? labelIcon(urls) : ""}${trackingEvents(urls)}${clicks}</Linear>`;
  const creatives = `<Creatives><Creative>${linear}</Creative></Creatives>`;
  const tag = `<VASTAdTagURI>${cdata(tagUrl)}</VASTAdTagURI>`;
  const counted = `${errorElement(urls)}${impressions(urls, trackers)}`;
  const body = isNew
    ? `${counted}${viewableImpression(urls)}${isAtLeast(version, "4.1") ? verifications(trackers) : ""}${creatives}${tag}`
    : `${tag}${counted}${creatives}`;
  const rules = isNew ? ` followAdditionalWrappers="true" allowMultipleAds="false" fallbackOnNoAd="false"` : "";
  return (
    `<?xml version="1.0" encoding="UTF-8"?><VAST version="${version}"${isNew ? ` xmlns="http://www.iab.com/VAST"` : ""}>` +
    `<Ad id="${escapeMarkup(adId)}"><Wrapper${rules}><AdSystem>${escapeMarkup(adSystem)}</AdSystem>${body}</Wrapper></Ad></VAST>`
  );
}
