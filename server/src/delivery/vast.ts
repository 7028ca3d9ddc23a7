import type { SnapshotCreative } from "@litfass/contract/snapshot";
import type { AdUrls } from "./ad-urls.ts";
import { escapeMarkup } from "./markup.ts";

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

/** URLs go into CDATA, where only its own end could break out. */
const data = (url: string): string => `<![CDATA[${url.replaceAll("]]>", "]]%3E")}]]>`;

/** An inline VAST 4.2 document, its elements in the order of the schema; `renditions` are one video in several sizes. */
export function vastDocument(adId: string, title: string, renditions: SnapshotCreative[], urls: AdUrls): string {
  const seconds = renditions[0]?.durationSeconds ?? 15;
  const tracking = progress
    .map(([event, kind]) => `<Tracking event="${event}">${data(urls.track(kind))}</Tracking>`)
    .join("");
  const files = renditions
    .map(
      ({ fileHash, width, height, contentType, bitrateKbps }) =>
        `<MediaFile delivery="progressive" type="${escapeMarkup(contentType ?? "video/mp4")}" width="${width}" ` +
        `height="${height}"${bitrateKbps === undefined ? "" : ` bitrate="${bitrateKbps}"`} scalable="true" ` +
        `maintainAspectRatio="true">${data(urls.file(fileHash))}</MediaFile>`,
    )
    .join("");
  return (
    `<?xml version="1.0" encoding="UTF-8"?><VAST version="4.2" xmlns="http://www.iab.com/VAST">` +
    `<Ad id="${escapeMarkup(adId)}"><InLine><AdSystem>Litfass</AdSystem><Error>${data(urls.playerError)}</Error>` +
    `<Impression>${data(urls.impression)}</Impression>` +
    `<ViewableImpression><Viewable>${data(urls.viewable)}</Viewable></ViewableImpression>` +
    `<AdServingId>${urls.token}</AdServingId><AdTitle>${escapeMarkup(title)}</AdTitle>` +
    `<Creatives><Creative><Linear><TrackingEvents>${tracking}</TrackingEvents>` +
    `<Duration>${clock(seconds)}</Duration><MediaFiles>${files}</MediaFiles>` +
    `<VideoClicks><ClickThrough>${data(urls.click)}</ClickThrough></VideoClicks></Linear>` +
    `<UniversalAdId idRegistry="litfass">${escapeMarkup(renditions[0]?.uuid ?? adId)}</UniversalAdId>` +
    `</Creative></Creatives></InLine></Ad></VAST>`
  );
}
