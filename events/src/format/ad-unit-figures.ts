import { adUnitOfImp, pageExchange } from "@litfass/contract/adserver/placement-snapshot";
import { type EventColumns, placeOf, wordAt } from "./event-columns.ts";
import { kinds } from "./event-fields.ts";

/** What an ad unit of a page's own auction showed and earned in an hour of UTC, in one currency. */
export type AdUnitFigures = {
  hourMs: number;
  site: string;
  /** What the page calls it; "" if it has no name. */
  unit: string;
  currency: string;
  impressions: number;
  viewable: number;
  clicks: number;
  /** What is owed to the publisher. */
  micros: bigint;
};

const hourMs = 3_600_000;
const [impression, viewable, click, cost] = (["impression", "viewable", "click", "cost"] as const).map((kind) =>
  kinds.indexOf(kind),
);

/** Adds up a batch's events of pages' own auctions by hour, site, ad unit and currency. */
export function adUnitFigures(columns: EventColumns): AdUnitFigures[] {
  const { events, kind, atMs, numbers, words } = columns;
  const [page, counted] = [placeOf(columns, pageExchange), placeOf(columns, "")];
  if (page < 0) return [];
  const figures = new Map<string, AdUnitFigures>();
  for (let event = 0; event < events; event++) {
    if (words.exchange[event] !== page || words.invalid[event] !== counted) continue;
    const code = kind[event];
    if (code !== impression && code !== viewable && code !== click && code !== cost) continue;
    const each = figuresOf(columns, figures, atMs[event]!, event);
    if (code === impression) each.impressions += 1;
    if (code === viewable) each.viewable += 1;
    if (code === click) each.clicks += 1;
    if (code === cost) each.micros += BigInt(numbers.media_cost_micros[event]!);
  }
  return [...figures.values()];
}

function figuresOf(columns: EventColumns, all: Map<string, AdUnitFigures>, ms: number, event: number): AdUnitFigures {
  const { words } = columns;
  const unit = adUnitOfImp(wordAt(columns, words.imp_id[event]!));
  const hour = Math.floor(ms / hourMs) * hourMs;
  const key = `${hour} ${words.site[event]} ${words.currency[event]} ${unit}`;
  let figures = all.get(key);
  if (figures === undefined) {
    const [site, currency] = [wordAt(columns, words.site[event]!), wordAt(columns, words.currency[event]!)];
    figures = { hourMs: hour, site, unit, currency, impressions: 0, viewable: 0, clicks: 0, micros: 0n };
    all.set(key, figures);
  }
  return figures;
}
