import { XMLParser } from "fast-xml-parser";
import type { FeedItem } from "../tables.ts";

/** A feed that cannot be used; the message is the reason as a code. */
export class FeedError extends Error {
  override name = "FeedError";
}

/** The reason of a readable feed without usable items. */
export const noItems = "no_items";

const maxItems = 50;
const maxUrlLength = 2000;
const maxPriceLength = 20;
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: true,
});

type Loose = Record<string, unknown>;
const record = (value: unknown): Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** The first text among some values: plain, as element content, or in an attribute. */
function textOf(...values: unknown[]): string {
  for (const value of values.flatMap(listOf)) {
    if (typeof value === "number") return String(value);
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    const { "#text": content, "@href": href, "@url": url } = record(value);
    for (const part of [content, href, url]) if (typeof part === "string" && part.trim() !== "") return part.trim();
  }
  return "";
}

/** An http or https URL in normal form; empty for anything else. */
function urlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) && url.href.length <= maxUrlLength ? url.href : "";
}

/** "6.90 CHF", and 6.9 with a currency field, become "CHF 6.90"; any other short text stays as it is. */
function priceOf(raw: Loose): string {
  const text = textOf(raw.sale_price, raw.price).replace(/\s+/g, " ");
  const [, number, after] = /^(\d[\d.,'’]*) ?([A-Z]{3})?$/.exec(text) ?? [];
  if (number === undefined) return text.length <= maxPriceLength ? text : "";
  const currency = after ?? textOf(raw.currency, raw.priceCurrency).slice(0, 3);
  const isShort = /^\d+\.\d$/.test(number);
  return `${currency} ${isShort ? `${number}0` : number}`.trim().slice(0, maxPriceLength);
}

function itemOf(entry: unknown): FeedItem | null {
  const raw = record(entry);
  const title = textOf(raw.title, raw.name).slice(0, 200);
  const link = urlOf(textOf(raw.link, raw.url));
  const image = textOf(raw.image_link, raw.image, raw.imageUrl, raw.image_url, raw.enclosure, raw.thumbnail);
  return title !== "" && link !== "" ? { title, price: priceOf(raw), link, image: urlOf(image) } : null;
}

/**
 * The items of a product feed: RSS 2.0 with or without Google's product fields, Atom, or JSON (an array, or `items`
 * or `products` in an object). At most 50.
 * @throws FeedError if it is none of these, or has no item with a title and a link.
 */
export function readFeed(text: string): FeedItem[] {
  const items = entriesOf(text.trim())
    .slice(0, 1000)
    .flatMap((entry) => itemOf(entry) ?? [])
    .slice(0, maxItems);
  if (items.length === 0) throw new FeedError(noItems);
  return items;
}

function entriesOf(text: string): unknown[] {
  try {
    if (text.startsWith("[") || text.startsWith("{")) {
      const json: unknown = JSON.parse(text);
      return Array.isArray(json) ? json : listOf(record(json).items ?? record(json).products);
    }
    const xml = record(parser.parse(text));
    return listOf(record(record(xml.rss).channel).item ?? record(xml.feed).entry ?? record(xml.RDF).item);
  } catch {
    throw new FeedError("unreadable");
  }
}
