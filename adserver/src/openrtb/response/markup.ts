import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { ConsentSignal } from "../../kernel/ad-request.ts";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import type { AdUrls } from "../../serving/tokens/ad-urls.ts";
import { adLabel } from "../../serving/transparency/ad-label.ts";

/**
 * The markup of a banner: an element with the signed URLs, a sandboxed frame of its own origin, the label, the
 * impression pixel and the measuring script. No inline handlers or scripts. `advertiser` describes the picture,
 * `language` is the label's. Third parties are told of the visitor's consent; a frame over the ad measures for them.
 */
export function bannerMarkup(
  creative: SnapshotCreative,
  urls: AdUrls,
  advertiser: string,
  language: string | undefined,
  { consent, hasTrackers = false }: { consent?: ConsentSignal | undefined; hasTrackers?: boolean } = {},
): string {
  const { width, height } = creative;
  const size = `width="${width}" height="${height}"`;
  const banner = bannerElement(creative, urls, advertiser, consent);
  return (
    `<div data-litfass-ad data-medium="${creative.durationSeconds === undefined ? "display" : "video"}" data-impression="${escapeMarkup(urls.impression)}" ` +
    `data-measured="${escapeMarkup(urls.measured)}" data-viewable="${escapeMarkup(urls.viewable)}" data-click="${escapeMarkup(urls.click)}" ` +
    `style="position:relative;width:${width}px;height:${height}px;overflow:hidden">${banner}${hasTrackers ? trackerFrame(size, urls, consent) : ""}${adLabel(urls.about, language)}` +
    `<img src="${escapeMarkup(urls.impression)}" width="1" height="1" alt="" style="position:absolute;left:0;top:0;border:0;opacity:0">` +
    `<script async src="${escapeMarkup(urls.measure)}"></script></div>`
  );
}

/** The banner itself: an image with a link, or a sandboxed frame. */
function bannerElement(
  creative: SnapshotCreative,
  urls: AdUrls,
  advertiser: string,
  consent: ConsentSignal | undefined,
): string {
  const size = `width="${creative.width}" height="${creative.height}"`;
  if (creative.kind === "image") {
    return (
      `<a href="${escapeMarkup(urls.click)}" target="_blank" rel="noopener sponsored">` +
      `<img src="${escapeMarkup(urls.file(creative.fileHash))}" ${size} alt="${escapeMarkup(advertiser)}" style="display:block;border:0"></a>`
    );
  }
  return (
    `<iframe src="${escapeMarkup(documentUrl(creative, urls, consent))}" ${size} title="${escapeMarkup(advertiser)}" ` +
    `sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" scrolling="no" ` +
    `style="display:block;border:0;overflow:hidden"></iframe>`
  );
}

/**
 * A banner that a player shows next to a spot: with the label, but without pixel and measuring script, because the spot
 * is the impression.
 */
export const companionMarkup = (
  creative: SnapshotCreative,
  urls: AdUrls,
  advertiser: string,
  language: string | undefined,
  consent: ConsentSignal | undefined,
): string =>
  `<div style="position:relative;width:${creative.width}px;height:${creative.height}px;overflow:hidden">` +
  `${bannerElement(creative, urls, advertiser, consent)}${adLabel(urls.about, language)}</div>`;

/** Transparent and without clicks, exactly over the ad, so that scripts measure what is seen of the ad. */
const trackerFrame = (size: string, urls: AdUrls, consent: ConsentSignal | undefined): string =>
  `<iframe src="${escapeMarkup(withConsent(urls.trackers, consent))}" ${size} title="" aria-hidden="true" tabindex="-1" ` +
  `sandbox="allow-scripts" scrolling="no" style="position:absolute;left:0;top:0;border:0;pointer-events:none"></iframe>`;

export function documentUrl(creative: SnapshotCreative, urls: AdUrls, consent: ConsentSignal | undefined): string {
  const url = urls.document(creative.fileHash);
  return creative.isThirdParty ? withConsent(url, consent) : url;
}

function withConsent(url: string, consent: ConsentSignal | undefined): string {
  if (consent === undefined || (consent.gdpr === "" && consent.text === "")) return url;
  return `${url}&gdpr=${consent.gdpr}&gdpr_consent=${encodeURIComponent(consent.text)}`;
}
