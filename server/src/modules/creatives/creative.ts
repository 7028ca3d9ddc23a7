import type { PictureNeed } from "@litfass/banner/template";
import type { BannerDesign } from "./banner-design.ts";

/** `Creative` plus one letter per digit of the id, 0-9 as a-j, the first in upper case (FIELD-NAME-001). */
export function componentName(id: number): string {
  const letters = [...String(id)].map((digit) => "abcdefghij".charAt(Number(digit))).join("");
  return `Creative${letters.charAt(0).toUpperCase()}${letters.slice(1)}`;
}

/** URL of a published file on the ads origin, the only place that serves uploads. */
export const fileUrl = (hash: string): string => `/creatives/files/${hash}`;

/** URL of the page with a creative's sample content. */
export const sampleUrl = (group: string, creative: string): string => `/creatives/sample/${group}/${creative}`;

/** URL of the page with a campaign's own content in a creative (PAGE-003). */
export const signedPreviewUrl = (campaignId: number, group: string, creative: string): string =>
  `/creatives/iframe/${campaignId}/${group}/${creative}`;

/** Whether a group's banners need an image; uploaded banners contain their own. */
export const pictureNeed = (design: BannerDesign | null): PictureNeed => design?.template.picture ?? "none";
