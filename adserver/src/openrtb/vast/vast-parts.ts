import { escapeMarkup } from "../../kernel/escape-markup.ts";
import type { AdUrls } from "../../serving/tokens/ad-urls.ts";
import { videoIconSize } from "../../serving/transparency/ad-label.ts";
import type { Trackers } from "../response/third-party-trackers.ts";
import { cdata } from "./cdata.ts";

/** The elements that inline documents and wrappers have in common. */

const progress: [event: string, kind: string][] = [
  ["start", "video_start"],
  ["firstQuartile", "video_first_quartile"],
  ["midpoint", "video_midpoint"],
  ["thirdQuartile", "video_third_quartile"],
  ["complete", "video_complete"],
];

export const trackingEvents = (urls: AdUrls): string =>
  `<TrackingEvents>${progress
    .map(([event, kind]) => `<Tracking event="${event}">${cdata(urls.track(kind))}</Tracking>`)
    .join("")}</TrackingEvents>`;

export const errorElement = (urls: AdUrls): string => `<Error>${cdata(urls.playerError)}</Error>`;

export const impressions = (urls: AdUrls, trackers: Trackers): string =>
  [urls.impression, ...trackers.pixels].map((url) => `<Impression>${cdata(url)}</Impression>`).join("");

export const viewableImpression = (urls: AdUrls): string =>
  `<ViewableImpression><Viewable>${cdata(urls.viewable)}</Viewable><NotViewable>${cdata(urls.measured)}</NotViewable>` +
  `<ViewUndetermined>${cdata(urls.track("view_undetermined"))}</ViewUndetermined></ViewableImpression>`;

/** Players run these scripts by Open Measurement; without it they may run in a browser. */
export const verifications = ({ scripts }: Trackers): string =>
  scripts.length === 0
    ? ""
    : `<AdVerifications>${scripts
        .map(
          (url) =>
            `<Verification vendor="${escapeMarkup(new URL(url).hostname)}"><JavaScriptResource apiFramework="omid" browserOptional="true">` +
            `${cdata(url)}</JavaScriptResource></Verification>`,
        )
        .join("")}</AdVerifications>`;

/** The label of a video: players draw it over the corner and open the page about the ad. */
export const labelIcon = (urls: AdUrls): string =>
  `<Icons><Icon program="AboutThisAd" width="${videoIconSize}" height="${videoIconSize}" xPosition="right" yPosition="top">` +
  `<StaticResource creativeType="image/png">${cdata(urls.adIcon)}</StaticResource>` +
  `<IconClicks><IconClickThrough>${cdata(urls.about)}</IconClickThrough></IconClicks></Icon></Icons>`;
