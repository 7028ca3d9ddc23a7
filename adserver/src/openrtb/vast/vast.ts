import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { productName } from "@litfass/contract/settings/default-settings";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import { defaultVast, isAtLeast, type VastVersion } from "../../kernel/vast-version.ts";
import type { AdUrls } from "../../serving/tokens/ad-urls.ts";
import { noTrackers, type Trackers } from "../response/third-party-trackers.ts";
import { cdata } from "./cdata.ts";
import {
  errorElement,
  impressions,
  labelIcon,
  trackingEvents,
  verifications,
  viewableImpression,
} from "./vast-parts.ts";

export type VastOptions = {
  version?: VastVersion | undefined;
  adSystem?: string;
  trackers?: Trackers;
  /** The `Companion` elements of a spot; "" for none. */
  companions?: string;
};

const clock = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds));
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
};

/**
 * An inline VAST document in schema order; `renditions` are one video in several sizes, or one audio spot in several
 * encodings. Players without VAST 4 do not report viewability, so their impressions are not measured, and show no
 * label. Audio is heard and never measured; since VAST 4.1 its ad is marked as audio. Third parties count by impression
 * URLs of their own; verification scripts (Open Measurement) exist since VAST 4.1.
 */
export function vastDocument(
  adId: string,
  title: string,
  renditions: SnapshotCreative[],
  urls: AdUrls,
  { version = defaultVast, adSystem = productName, trackers = noTrackers, companions = "" }: VastOptions = {},
): string {
  const seconds = renditions[0]?.durationSeconds ?? 15;
  const uuid = escapeMarkup(renditions[0]?.uuid ?? adId);
  const isNew = isAtLeast(version, "4.0");
  const isAudio = renditions[0]?.kind === "audio";
  const parts = {
    tracking: trackingEvents(urls),
    duration: `<Duration>${clock(seconds)}</Duration>`,
    files: `<MediaFiles>${renditions.map((rendition) => mediaFile(rendition, urls)).join("")}</MediaFiles>`,
    clicks: `<VideoClicks><ClickThrough>${cdata(urls.click)}</ClickThrough></VideoClicks>`,
    error: errorElement(urls),
    impression: impressions(urls, trackers),
    title: `<AdTitle>${escapeMarkup(title)}</AdTitle>`,
    view: viewableImpression(urls),
  };
  const { error, impression, duration, clicks, files } = parts;
  const head = isNew
    ? `${error}${impression}${isAudio ? "" : parts.view}${isAtLeast(version, "4.1") ? `<AdServingId>${urls.token}</AdServingId>` : ""}${parts.title}${isAtLeast(version, "4.1") ? verifications(trackers) : ""}`
    : `${parts.title}${error}${impression}`;
  const linear = isNew
    ? `${labelIcon(urls)}${parts.tracking}${duration}${files}${clicks}`
    : `${duration}${parts.tracking}${clicks}${files}`;
  const universal = `<UniversalAdId idRegistry="litfass"${version === "4.0" ? ` idValue="${uuid}"` : ""}>${uuid}</UniversalAdId>`;
  const companion =
    companions === "" ? "" : `<Creative><CompanionAds>${companions}</CompanionAds>${isNew ? universal : ""}</Creative>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><VAST version="${version}"${isNew ? ` xmlns="http://www.iab.com/VAST"` : ""}>` +
    `<Ad id="${escapeMarkup(adId)}"${isAudio && isAtLeast(version, "4.1") ? ` adType="audio"` : ""}><InLine><AdSystem>${escapeMarkup(adSystem)}</AdSystem>${head}` +
    `<Creatives><Creative><Linear>${linear}</Linear>${isNew ? universal : ""}</Creative>${companion}</Creatives></InLine></Ad></VAST>`
  );
}

/** A file of audio has the size 0, as VAST 4.2 wants it. */
const mediaFile = (file: SnapshotCreative, urls: AdUrls): string => {
  const { kind, fileHash, width, height, contentType, bitrateKbps } = file;
  const bitrate = bitrateKbps === undefined ? "" : ` bitrate="${bitrateKbps}"`;
  const scaling = kind === "audio" ? "" : ` scalable="true" maintainAspectRatio="true"`;
  return (
    `<MediaFile delivery="progressive" type="${escapeMarkup(contentType ?? "video/mp4")}" width="${width}" ` +
    `height="${height}"${bitrate}${scaling}>${cdata(urls.file(fileHash))}</MediaFile>`
  );
};
