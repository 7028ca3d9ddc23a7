import type { Currency } from "@litfass/contract/kernel/money";
import type { CreditLine } from "../../billing/index.ts";
import type { FiguresPart } from "../report/publisher-figures.ts";

/** Pages may invent names of ad units; those that earned less are one line of their site. */
const maxAdUnits = 200;

/** What a month's placements and ad units earned in one currency, a line each, the tag's placements first. */
export function statementLines(figures: FiguresPart[], currency: Currency): CreditLine[] {
  const lines = new Map<string, CreditLine & { source: FiguresPart["source"] }>();
  for (const { source, key, site, name, impressions, micros, ...part } of figures) {
    if (part.currency !== currency) continue;
    const line = lines.get(`${source} ${key}`) ?? {
      source,
      site: site.name,
      placement: name,
      impressions: 0,
      micros: 0n,
    };
    lines.set(`${source} ${key}`, line);
    line.impressions += impressions;
    line.micros += micros;
  }
  const of = (wanted: FiguresPart["source"]): CreditLine[] =>
    [...lines.values()].flatMap(({ source, ...line }) => (source === wanted ? [line] : []));
  const units = of("header_bidding").sort((a, b) => Number(b.micros - a.micros));
  return [...of("tag"), ...merged(units).map((line): CreditLine => ({ ...line, isHeaderBidding: true }))];
}

function merged(units: CreditLine[]): CreditLine[] {
  const rest = new Map<string, CreditLine>();
  for (const { site, impressions, micros } of units.slice(maxAdUnits)) {
    const sum = rest.get(site) ?? { site, placement: "", impressions: 0, micros: 0n };
    rest.set(site, { ...sum, impressions: sum.impressions + impressions, micros: sum.micros + micros });
  }
  return [...units.slice(0, maxAdUnits), ...rest.values()];
}
