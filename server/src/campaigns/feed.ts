import { XMLParser } from "fast-xml-parser";
import type { FeedItem } from "./tables.ts";

/** A feed that cannot be used; the message says why, in one sentence. */
export class FeedError extends Error {
  override name = "FeedError";
}

const mostItems = 50;
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

/** The first of some values that holds a text: as such, as content of a tag, or in one of its attributes. */
function textOf(...values: unknown[]): string {
  for (const value of values.flatMap(listOf)) {
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    const { "#text": content, "@href": href, "@url": url } = record(value);
    for (const part of [content, href, url]) if (typeof part === "string" && part.trim() !== "") return part.trim();
  }
  return "";
}

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

function itemOf(entry: unknown): FeedItem | null {
  const raw = record(entry);
  const title = textOf(raw.title, raw.name).slice(0, 200);
  const link = textOf(raw.link, raw.url);
  const image = textOf(raw.image_link, raw.image, raw.imageUrl, raw.image_url, raw.enclosure, raw.thumbnail);
  return title !== "" && isAddress(link) ? { title, link, image: isAddress(image) ? image : "" } : null;
}

/**
 * The items of a product feed: RSS 2.0 with or without Google's product fields, Atom, or JSON (an array, or `items` or
 * `products` in an object). At most 50.
 * @throws FeedError where it is none of these, or holds no item with a title and a link.
 */
export function readFeed(text: string): FeedItem[] {
  const items = entriesOf(text.trim())
    .slice(0, 1000)
    .flatMap((entry) => itemOf(entry) ?? [])
    .slice(0, mostItems);
  if (items.length === 0) throw new FeedError("no_items");
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
