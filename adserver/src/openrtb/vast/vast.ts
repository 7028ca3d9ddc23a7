import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { productName } from "@litfass/contract/settings/default-settings";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import { defaultVast, isAtLeast, type VastVersion } from "../../kernel/vast-version.ts";
import type { AdUrls } from "../../serving/tokens/ad-urls.ts";
import { videoIconSize } from "../../serving/transparency/ad-label.ts";

const progress: [event: string, kind: string][] = [
  ["start", "video_start"],
  ["firstQuartile", "video_first_quartile"],
  ["midpoint", "video_midpoint"],
  ["thirdQuartile", "video_third_quartile"],
  ["complete", "video_complete"],
];

const clock = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds));
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
};

/** URLs are written into CDATA, which only its end marker could break. */
const data = (url: string): string => `<![CDATA[${url.replaceAll("]]>", "]]%3E")}]]>`;

/**
 * An inline VAST document in schema order; `renditions` are one video in several sizes. Players without VAST 4 do not
 * report viewability, so their impressions are not measured, and show no label.
 */
export function vastDocument(
  adId: string,
  title: string,
  renditions: SnapshotCreative[],
  urls: AdUrls,
  version: VastVersion = defaultVast,
  adSystem: string = productName,
): string {
  const seconds = renditions[0]?.durationSeconds ?? 15;
  const uuid = escapeMarkup(renditions[0]?.uuid ?? adId);
  const isNew = isAtLeast(version, "4.0");
  const tracking = progress
    .map(([event, kind]) => `<Tracking event="${event}">${data(urls.track(kind))}</Tracking>`)
    .join("");
  const parts = {
    tracking: `<TrackingEvents>${tracking}</TrackingEvents>`,
    duration: `<Duration>${clock(seconds)}</Duration>`,
    files: `<MediaFiles>${renditions.map((rendition) => mediaFile(rendition, urls)).join("")}</MediaFiles>`,
    clicks: `<VideoClicks><ClickThrough>${data(urls.click)}</ClickThrough></VideoClicks>`,
    error: `<Error>${data(urls.playerError)}</Error>`,
    impression: `<Impression>${data(urls.impression)}</Impression>`,
    title: `<AdTitle>${escapeMarkup(title)}</AdTitle>`,
    view:
      `<ViewableImpression><Viewable>${data(urls.viewable)}</Viewable><NotViewable>${data(urls.measured)}</NotViewable>` +
      `<ViewUndetermined>${data(urls.track("view_undetermined"))}</ViewUndetermined></ViewableImpression>`,
  };
  const { error, impression, duration, clicks, files } = parts;
  const head = isNew
    ? `${error}${impression}${parts.view}${isAtLeast(version, "4.1") ? `<AdServingId>${urls.token}</AdServingId>` : ""}${parts.title}`
    : `${parts.title}${error}${impression}`;
  const linear = isNew
    ? `${labelIcon(urls)}${parts.tracking}${duration}${files}${clicks}`
    : `${duration}${parts.tracking}${clicks}${files}`;
  const universal = `<UniversalAdId idRegistry="litfass"${version === "4.0" ? ` idValue="${uuid}"` : ""}>${uuid}</UniversalAdId>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><VAST version="${version}"${isNew ? ` xmlns="http://www.iab.com/VAST"` : ""}>` +
    `<Ad id="${escapeMarkup(adId)}"><InLine><AdSystem>${escapeMarkup(adSystem)}</AdSystem>${head}` +
    `<Creatives><Creative><Linear>${linear}</Linear>${isNew ? universal : ""}</Creative></Creatives></InLine></Ad></VAST>`
  );
}

/** The label of a video: players draw it over the corner and open the page about the ad. */
const labelIcon = (urls: AdUrls): string =>
  `<Icons><Icon program="AboutThisAd" width="${videoIconSize}" height="${videoIconSize}" xPosition="right" yPosition="top">` +
  `<StaticResource creativeType="image/png">${data(urls.adIcon)}</StaticResource>` +
  `<IconClicks><IconClickThrough>${data(urls.about)}</IconClickThrough></IconClicks></Icon></Icons>`;

const mediaFile = ({ fileHash, width, height, contentType, bitrateKbps }: SnapshotCreative, urls: AdUrls): string =>
  `<MediaFile adServer="progressive" type="${escapeMarkup(contentType ?? "video/mp4")}" width="${width}" ` +
  `height="${height}"${bitrateKbps === undefined ? "" : ` bitrate="${bitrateKbps}"`} scalable="true" ` +
  `maintainAspectRatio="true">${data(urls.file(fileHash))}</MediaFile>`;
