import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import type { AdUrls } from "../../serving/tokens/ad-urls.ts";
import { adLabel } from "../../serving/transparency/ad-label.ts";

/**
 * The markup of a banner: an element with the signed URLs, a sandboxed frame of its own origin, the label, the
 * impression pixel and the measuring script. No inline handlers or scripts. `advertiser` describes the picture,
 * `language` is the label's.
 */
export function bannerMarkup(
  creative: SnapshotCreative,
  urls: AdUrls,
  advertiser: string,
  language: string | undefined,
): string {
  const { width, height } = creative;
  const size = `width="${width}" height="${height}"`;
  const banner =
    creative.kind === "image"
      ? `<a href="${escapeMarkup(urls.click)}" target="_blank" rel="noopener sponsored">` +
        `<img src="${escapeMarkup(urls.file(creative.fileHash))}" ${size} alt="${escapeMarkup(advertiser)}" style="display:block;border:0"></a>`
      : `<iframe src="${escapeMarkup(urls.document(creative.fileHash))}" ${size} title="${escapeMarkup(advertiser)}" ` +
        `sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" scrolling="no" ` +
        `style="display:block;border:0;overflow:hidden"></iframe>`;
  return (
    `<div data-litfass-ad data-medium="${creative.durationSeconds === undefined ? "display" : "video"}" data-impression="${escapeMarkup(urls.impression)}" ` +
    `data-measured="${escapeMarkup(urls.measured)}" data-viewable="${escapeMarkup(urls.viewable)}" data-click="${escapeMarkup(urls.click)}" ` +
    `style="position:relative;width:${width}px;height:${height}px;overflow:hidden">${banner}${adLabel(urls.about, language)}` +
    `<img src="${escapeMarkup(urls.impression)}" width="1" height="1" alt="" style="position:absolute;left:0;top:0;border:0;opacity:0">` +
    `<script async src="${escapeMarkup(urls.measure)}"></script></div>`
  );
}
