import { type BannerFields, type BannerImage, bannerLimits } from "@litfass/contract/creatives/banner-fields";
import { trimEnd } from "@litfass/contract/kernel/trim";
import { amount } from "./derive.ts";
import type { Template } from "./template.ts";

/** So many of a feed's items take turns in a campaign's banners, the first ones of the feed. */
export const feedItemsShown = 5;

/** A product of a feed, as banners show it. */
export type BannerItem = {
  title: string;
  /** As in "CHF 6.90"; empty where the feed names none. */
  price: string;
  picture: BannerImage | null;
};

/**
 * The fields of a banner with a product of a feed in the place of title and picture. The price stands before the typed
 * description; templates that set an amount large take it from the title. Logo, colours and button stay. Pure.
 */
export function withItem(template: Pick<Template, "derive">, fields: BannerFields, item: BannerItem): BannerFields {
  const title = shortened(item.title, bannerLimits.title);
  const isLarge = template.derive === "amount" && amount(item.price) !== null;
  const description = [isLarge ? "" : item.price, fields.description].filter(Boolean).join(" – ");
  return {
    ...fields,
    title: isLarge ? `${title} ${item.price}` : title,
    description: shortened(description, bannerLimits.description),
    images: item.picture ? [item.picture] : fields.images,
  };
}

/** Cut behind a word where a text is too long for its place; one long word is cut inside. */
function shortened(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line.length <= most) return line;
  const part = line.slice(0, most - 1);
  const word = part.includes(" ") ? part.slice(0, part.lastIndexOf(" ")) : part;
  const shortened = word.length > most / 3 ? word : part;
  return `${trimEnd(shortened, " ,;:–-")}…`;
}
