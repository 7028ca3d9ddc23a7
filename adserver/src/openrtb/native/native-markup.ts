import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { composeNative, type NativePart } from "../../auction/native-assets.ts";
import type { NativeRequest } from "../../kernel/ad-request.ts";
import { type AdUrls, measuredImpression } from "../../serving/tokens/ad-urls.ts";
import { noTrackers, type Trackers } from "../response/third-party-trackers.ts";

/** Codes of OpenRTB Native 1.2, sections 7.4 to 7.7. */
const dataTypes = { sponsored: 1, description: 2, button: 12 };
const imageTypes = { icon: 1, main: 3 };
const impressionEvent = 1;
const viewableEvent = 2;
const byPixel = 1;
const byScript = 2;

/**
 * The markup of a native ad: JSON of OpenRTB Native in the version that was asked for. An impression is reported by one
 * pixel, an event tracker where the page knows them. A page that reports views measures each impression, so its pixel counts
 * as measured: `viewable` alone would make each rate 100%. From 1.2 on the privacy link leads to the page about the ad. Third
 * parties count by pixels of their own; their scripts are left out where the page does not run any.
 */
export function nativeMarkup(
  asked: NativeRequest,
  { native }: SnapshotCreative,
  urls: AdUrls,
  { pixels: thirdParties, scripts }: Trackers = noTrackers,
): string {
  const parts = native === undefined ? undefined : composeNative(asked, native);
  if (parts === undefined) throw new Error("A native ad needs the parts that were asked for");
  const { version, isWrapped, pixels } = asked;
  const tracker = (event: number, url: string, method = byPixel) => ({ event, method, url });
  const impressions = [pixels.viewable ? measuredImpression(urls) : urls.impression, ...thirdParties];
  const eventtrackers = [
    ...(pixels.impression ? impressions.map((url) => tracker(impressionEvent, url)) : []),
    ...(pixels.viewable ? [tracker(viewableEvent, urls.viewable)] : []),
    ...(asked.runsScripts ? scripts.map((url) => tracker(impressionEvent, url, byScript)) : []),
  ];
  const ad = {
    ver: version,
    link: { url: urls.click },
    assets: parts.map((part) => ({ id: part.asset.id, ...assetValue(part, version, urls) })),
    ...(pixels.impression ? {} : { imptrackers: impressions }),
    ...(eventtrackers.length === 0 ? {} : { eventtrackers }),
    ...(version === "1.2" ? { privacy: urls.about } : {}),
  };
  return JSON.stringify(isWrapped ? { native: ad } : ad);
}

/** Types and lengths are members of a response since 1.2. */
function assetValue(part: NativePart, version: NativeRequest["version"], urls: AdUrls) {
  const { kind } = part.asset;
  const isTyped = version === "1.2";
  if ("picture" in part) {
    const { hash, width, height } = part.picture;
    const type = isTyped ? { type: kind === "icon" ? imageTypes.icon : imageTypes.main } : {};
    return { img: { ...type, url: urls.file(hash), w: width, h: height } };
  }
  const { text } = part;
  const len = isTyped ? { len: [...text].length } : {};
  if (kind === "title") return { title: { text, ...len } };
  const type = isTyped ? { type: dataTypes[kind as keyof typeof dataTypes] } : {};
  return { data: { ...type, ...len, value: text } };
}
