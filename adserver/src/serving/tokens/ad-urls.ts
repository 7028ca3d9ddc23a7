import type { AdTokens } from "./ad-seal.ts";
import { tokenIn } from "./ad-token.ts";

/** Paths of the ads origin. */
export const paths = {
  impression: "/t/impression",
  viewable: "/t/viewable",
  click: "/c",
  win: "/win",
  loss: "/loss",
  bill: "/bill",
  about: "/about",
  adIcon: "/ad-icon.png",
  optOut: "/opt-out",
  trackers: "/trackers",
  measure: "/measure.js",
  videoProgress: "/video-progress.js",
  tag: "/tag.js",
  frame: "/frame",
  frameScript: "/frame.js",
  remarketing: "/r",
  sync: "/sync",
  pageBid: "/prebid/bid",
} as const;

export type AdUrls = {
  /** The ad's identifier. */
  token: string;
  impression: string;
  /** Counts an impression as measured; of a video also as not viewable (VAST 4, `NotViewable`). */
  measured: string;
  viewable: string;
  click: string;
  win: string;
  loss: string;
  bill: string;
  /** The error URL of a video player, which inserts its VAST code (VAST 4.2, 2.3.6.3). */
  playerError: string;
  track(kind: string): string;
  document(hash: string): string;
  file(hash: string): string;
  measure: string;
  /** The page with the trackers of third parties. */
  trackers: string;
  /** The page about this ad, and the picture that leads there from a video. */
  about: string;
  adIcon: string;
};

const asMacro = (name: string): string => `\${${name}}`;

/** Puts the exchange's click URL (a macro, encoded once) into those of a banner, so that it counts the click as well. */
export const throughExchange = (urls: AdUrls, macro: string): AdUrls => ({
  ...urls,
  click: `${urls.click}&x=${macro}`,
  document: (hash) => `${urls.document(hash)}&x=${macro}`,
});

/** Reports the clearing price with the impression, for exchanges that sign it. */
export const withPrice = (urls: AdUrls): AdUrls => ({
  ...urls,
  impression: `${urls.impression}&p=${asMacro("AUCTION_PRICE")}`,
});

/** The impression of an ad whose page also reports its view: the page can tell, so the impression is measured. */
export const measuredImpression = ({ impression }: AdUrls): string => `${impression}&m=1`;

/** Whether an impression's URL is that of `measuredImpression`. */
export const isMeasuredIn = (query: string): boolean => tokenIn(query, "m") === "1";

const maxExchangeUrl = 4_000;

/** The exchange's click URL in a query, still encoded; "" where its macro was not replaced. */
export function exchangeClickIn(query: string): string {
  const value = tokenIn(query, "x");
  return /^https?%3A%2F%2F[\w%.~*'()!-]+$/i.test(value) && value.length <= maxExchangeUrl ? value : "";
}

/** The click URL of the file with this name, which may have its own destination. */
export const clickIn = (adsUrl: string, pageToken: string, hash: string, exchangeClick = ""): string =>
  `${adsUrl}${paths.click}?t=${pageToken}&f=${hash}${exchangeClick === "" ? "" : `&x=${exchangeClick}`}`;

/** The same for a third-party tag, whose ad server appends its own click URL, or the landing page. */
export const clickBefore = (adsUrl: string, pageToken: string, hash: string, exchangeClick: string): string =>
  `${clickIn(adsUrl, pageToken, hash, exchangeClick)}&u=`;

/** What was appended to a click URL: as it is, or percent-encoded. */
export function appendedTo(query: string): string {
  const at = query.indexOf("&u=");
  if (at < 0) return "";
  const appended = query.slice(at + 3);
  if (/^https?:\/\//i.test(appended)) return appended;
  try {
    return decodeURIComponent(appended);
  } catch {
    return "";
  }
}

/**
 * The URLs of one ad. Those on the page carry the page's token, notices the exchange's, so a page cannot send a billing
 * notice. Ad quality scanners replace macros by "AUDIT" (OpenRTB 2.6, 4.4), so every counting URL has a macro.
 */
export function adUrls(adsUrl: string, { page: token, notice }: AdTokens, macro = asMacro): AdUrls {
  const track = (kind: string): string => `${adsUrl}/t/${kind}?t=${token}`;
  return {
    token,
    impression: `${track("impression")}&a=${macro("AUCTION_ID")}`,
    measured: track("measured"),
    viewable: track("viewable"),
    click: `${adsUrl}${paths.click}?t=${token}`,
    win: `${adsUrl}${paths.win}?t=${notice}&p=${macro("AUCTION_PRICE")}`,
    loss: `${adsUrl}${paths.loss}?t=${notice}&r=${macro("AUCTION_LOSS")}`,
    bill: `${adsUrl}${paths.bill}?t=${notice}&p=${macro("AUCTION_PRICE")}`,
    playerError: `${track("video_error")}&code=[ERRORCODE]`,
    track,
    document: (hash) => `${adsUrl}/ad/${hash}.html?click=${token}`,
    file: (hash) => `${adsUrl}/ad/${hash}`,
    measure: `${adsUrl}${paths.measure}`,
    trackers: `${adsUrl}${paths.trackers}?t=${token}`,
    about: `${adsUrl}${paths.about}?t=${token}`,
    adIcon: `${adsUrl}${paths.adIcon}`,
  };
}
