import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { AdUrls } from "../../serving/tokens/ad-urls.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeMarkup = (value: string): string => value.replace(/[&<>"']/g, (char) => escapes[char] ?? "");

/**
 * The markup of a banner: an element with the signed URLs, a sandboxed frame of its own origin, the impression pixel
 * and the measuring script. No inline handlers or scripts.
 */
export function bannerMarkup(creative: SnapshotCreative, urls: AdUrls, label: string): string {
  const { width, height } = creative;
  const size = `width="${width}" height="${height}"`;
  const banner =
    creative.kind === "image"
      ? `<a href="${escapeMarkup(urls.click)}" target="_blank" rel="noopener sponsored">` +
        `<img src="${escapeMarkup(urls.file(creative.fileHash))}" ${size} alt="${escapeMarkup(label)}" style="display:block;border:0"></a>`
      : `<iframe src="${escapeMarkup(urls.document(creative.fileHash))}" ${size} title="${escapeMarkup(label)}" ` +
        `sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" scrolling="no" ` +
        `style="display:block;border:0;overflow:hidden"></iframe>`;
  return (
    `<div data-litfass-ad data-medium="${creative.durationSeconds === undefined ? "display" : "video"}" data-impression="${escapeMarkup(urls.impression)}" ` +
    `data-viewable="${escapeMarkup(urls.viewable)}" data-click="${escapeMarkup(urls.click)}" ` +
    `style="position:relative;width:${width}px;height:${height}px;overflow:hidden">${banner}` +
    `<img src="${escapeMarkup(urls.impression)}" width="1" height="1" alt="" style="position:absolute;left:0;top:0;border:0;opacity:0">` +
    `<script async src="${escapeMarkup(urls.measure)}"></script></div>`
  );
}
