import { paths } from "../tokens/ad-urls.ts";

/** The placeholder of the click URL in a stored banner document. */
export const clickTagPlaceholder = "__LITFASS_CLICK_TAG__";

const clickTagVariable = /(\b(?:var|let|const)\s+clickTag\s*=\s*)(?:"[^"\n]*"|'[^'\n]*')/;

/** The stored document: the URL of its `clickTag` is replaced by the placeholder. */
export const withPlaceholder = (html: string): string => html.replace(clickTagVariable, `$1"${clickTagPlaceholder}"`);

/**
 * The served document. The click URL is a JavaScript string that cannot end the string or script. A document without
 * `clickTag` gets one before its first script. Videos report their progress.
 */
export function deliveredDocument(html: string, clickUrl: string, adsUrl: string, token: string): string {
  const literal = JSON.stringify(clickUrl).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028");
  let delivered = html.includes(clickTagPlaceholder)
    ? html.replaceAll(`"${clickTagPlaceholder}"`, () => literal)
    : insertInHead(html, `<script>var clickTag = ${literal};</script>`);
  if (/<video[\s>]/i.test(html) && token !== "") {
    const script = `<script src="${adsUrl}${paths.videoProgress}" data-token="${token}" defer></script>`;
    delivered = insertInHead(delivered, script);
  }
  return delivered;
}

function insertInHead(html: string, markup: string): string {
  const head = /<head[^>]*>/i.exec(html) ?? /<html[^>]*>/i.exec(html) ?? /<!doctype[^>]*>/i.exec(html);
  const at = head === null ? 0 : head.index + head[0].length;
  return html.slice(0, at) + markup + html.slice(at);
}

/**
 * A banner may run its own scripts and load from this origin only. Its origin is opaque, so `eval` gains it nothing that
 * inline scripts lack. `folder` is the URL of an uploaded banner's own files, which it may also request as data.
 */
export const documentPolicy = (adsUrl: string, folder?: string): string =>
  [
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
    "default-src 'none'",
    `script-src 'unsafe-inline' 'unsafe-eval' blob: ${adsUrl}`,
    "worker-src blob:",
    `style-src 'unsafe-inline' ${adsUrl}`,
    `img-src data: blob: ${adsUrl}`,
    `media-src data: blob: ${adsUrl}`,
    `font-src data: ${adsUrl}`,
    ...(folder === undefined ? [] : [`connect-src data: blob: ${folder}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

/**
 * A third-party tag runs as it is and loads from the operator's third-party hosts only, whatever its ad server asks for.
 * One list for all kinds of resources keeps the header short.
 */
export const tagPolicy = (hosts: readonly string[]): string =>
  [
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
    [
      "default-src 'unsafe-inline' 'unsafe-eval' data: blob:",
      ...hosts.flatMap((host) => [`https://${host}`, `https://*.${host}`]),
    ].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
