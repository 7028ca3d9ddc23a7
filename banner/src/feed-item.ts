import { type BannerFields, type BannerImage, bannerLimits } from "@litfass/contract/creatives/banner-fields";
import { trimEnd } from "@litfass/contract/kernel/trim";
import { amount } from "./derive.ts";
import type { Template } from "./template.ts";

/** The number of feed items that rotate in a campaign's banners, from the start of the feed. */
export const feedItemsShown = 5;

/** A feed product as shown in banners. */
export type BannerItem = {
  title: string;
  /** As in "CHF 6.90"; empty if the feed has none. */
  price: string;
  picture: BannerImage | null;
};

/**
 * The fields of a banner with a feed product instead of title and image. The price precedes the typed description;
 * templates with a large amount take it from the title. Logo, colors and button stay. Pure.
 */
export function withItem(template: Pick<Template, "derive">, fields: BannerFields, item: BannerItem): BannerFields {
  const title = shortened(item.title, bannerLimits.title);
  const isLarge = template.derive === "amount" && amount(item.price) !== null;
  const description = [isLarge ? "" : item.price, fields.description].filter(Boolean).join(" – ");
  return {
    ...fields,
    title: isLarge ? `${title} ${item.price}` : title,
    description: shortened(description, bannerLimits.description),
    ...(item.picture && { images: [item.picture], bannerVideo: null }),
  };
}

/** Truncated after a word if the text is too long; a single long word is cut. */
function shortened(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line.length <= most) return line;
  const part = line.slice(0, most - 1);
  const word = part.includes(" ") ? part.slice(0, part.lastIndexOf(" ")) : part;
  const shortened = word.length > most / 3 ? word : part;
  return `${trimEnd(shortened, " ,;:–-")}…`;
}
