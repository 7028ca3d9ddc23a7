import { randomBytes } from "node:crypto";
import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import { type Language, localeOf } from "@litfass/contract/kernel/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { t } from "../texts.ts";
import { previewScript, previewStyle } from "./preview-page-parts.ts";
import type { PreviewedAds } from "./previewed-ads.ts";

type PreviewPage = {
  lang: Language;
  ads: PreviewedAds;
  /** The path of the page; banners are below it. */
  path: string;
  landing: string | null;
  expiresAt: Date;
  timeZone: string;
  adsOrigin: string;
};
type Answer = { html: string; policy: string };

/**
 * The page behind a preview link: each ad between grey lines of text, as on a website. The page itself contains nothing
 * of the advertiser but escaped texts; banners are framed documents with an origin of their own.
 */
export function previewPage(page: PreviewPage): Answer {
  const { lang, ads, landing } = page;
  const until = new Intl.DateTimeFormat(localeOf(lang), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: page.timeZone,
  }).format(page.expiresAt);
  const shown = [
    ...ads.banners.map((banner) => bannerFigure(page, banner)),
    ads.native && nativeFigure(lang, ads.native),
    ads.video && videoFigure(lang, ads.video),
    ads.vastMedia && vastFigure(lang, ads.vastMedia),
    ads.spot && spotFigure(lang, ads.spot),
  ].filter((figure) => figure !== null && figure !== "");
  const body = html`<header><h1>${t(lang, "preview.title")}</h1><p>${t(lang, "preview.lead")} ${t(lang, "preview.until", { until })}</p>
${landing && html`<p>${t(lang, "preview.landing")} <a href="${landing}" rel="noopener noreferrer nofollow" target="_blank">${landing}</a></p>`}</header>
<main>${shown.length === 0 ? html`<p class="note">${t(lang, "preview.none")}</p>` : shown.map((figure) => html`${lines}${figure}`)}${lines}</main>`;
  const focus = ads.native?.images[0]?.focus;
  return answer(lang, body, { adsOrigin: page.adsOrigin, focus });
}

/** The page of a link that was revoked, has expired or never existed. */
export const endedPage = (lang: Language): Answer =>
  answer(lang, html`<header><h1>${t(lang, "preview.ended")}</h1><p>${t(lang, "preview.endedText")}</p></header>`, {});

const lines = html`<div class="lines" aria-hidden="true"><i></i><i></i><i></i></div>`;

const bannerFigure = ({ lang, path }: PreviewPage, { uuid, width, height }: PreviewedAds["banners"][number]): Html => {
  const size = `${width} x ${height}`;
  return html`<figure><div class="ad" data-width="${width}" data-height="${height}"><iframe title="${t(lang, "preview.banner", { size })}" src="${path}/${uuid}" width="${width}" height="${height}" loading="lazy" referrerpolicy="no-referrer"></iframe></div>
<figcaption>${size}<span></span></figcaption></figure>`;
};

/** An example of a native ad, as the studio shows it. */
const nativeFigure = (lang: Language, { title, description, buttonText, logo, images, lang: of }: BannerFields): Html =>
  html`<figure><div class="native" lang="${of}">${images[0] && html`<img class="picture" src="${images[0].src}" alt="">`}
<div><small>${t(lang, "preview.label")}</small><strong>${title}</strong><p>${description}</p>
<div class="foot">${logo && html`<img src="${logo.src}" alt="">`}<span>${buttonText}</span></div></div></div>
<figcaption>${t(lang, "preview.native")}</figcaption></figure>`;

const videoFigure = (lang: Language, { url, width, height }: NonNullable<PreviewedAds["video"]>): Html =>
  html`<figure><video controls playsinline preload="metadata" src="${url}" width="${width}" height="${height}" aria-label="${t(lang, "preview.video")}"></video>
<figcaption>${t(lang, "preview.video")}, ${`${width} x ${height}`}</figcaption></figure>`;

/** Only the tag's own ad server may send its file, so that it opens in a new tab. */
const vastFigure = (lang: Language, url: string): Html =>
  html`<figure><p class="note">${t(lang, "preview.vast")} <a href="${url}" target="_blank" rel="noopener noreferrer nofollow">${url}</a></p></figure>`;

const spotFigure = (lang: Language, { files, transcript }: NonNullable<PreviewedAds["spot"]>): Html =>
  html`<figure><audio controls preload="metadata" aria-label="${t(lang, "preview.spot")}">${files.map(
    ({ url, type }) => html`<source src="${url}" type="${type}">`,
  )}</audio><figcaption>${t(lang, "preview.spot")}</figcaption>${transcript && html`<p class="note">${transcript}</p>`}</figure>`;

function answer(
  lang: Language,
  body: Html,
  { adsOrigin, focus }: { adsOrigin?: string; focus?: readonly [number, number] | undefined },
): Answer {
  const nonce = randomBytes(16).toString("base64");
  const crop = focus ? `.picture{object-position:${focus[0] * 100}% ${focus[1] * 100}%}` : "";
  const ads = adsOrigin ?? "'none'";
  return {
    policy: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "img-src data:",
      `media-src ${ads}`,
      `frame-src 'self' ${adsOrigin ?? ""}`.trim(),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join("; "),
    html: `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${t(lang, "preview.title")}</title>
<style nonce="${nonce}">${previewStyle}${crop}</style></head>
<body>${body}<script nonce="${nonce}">${previewScript}</script></body></html>
`,
  };
}
