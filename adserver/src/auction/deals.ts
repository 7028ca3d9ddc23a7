import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { identifier, type Loose, list, number, record, text, texts } from "../kernel/coerce.ts";
import { domainAndParents, normaliseDomain } from "../kernel/normalize.ts";
import { lowestPrice } from "./currency.ts";

/** A private agreement of the exchange's, under which an ad can be offered for a slot. */
export type Deal = {
  id: string;
  /** In `floorCurrency` per thousand. */
  floor: number;
  floorCurrency: string;
  /** The floor is the price: it is neither passed nor fallen short of. */
  isFixed: boolean;
  /** Advertisers it is meant for; all where none is named. */
  domains: string[];
};

const none: Deal[] = [];
const mostDeals = 50;
const fixedPrice = 3;

/** The deals of a slot that are open to this seat. */
export function parseDeals(deals: unknown, seat: string): Deal[] {
  if (deals === undefined) return none;
  return list(deals, mostDeals).flatMap((entry): Deal[] => {
    const deal: Loose = record(entry);
    const id = identifier(deal.id);
    const seats = texts(deal.wseat);
    if (id === "" || (seats.length > 0 && !seats.includes(seat))) return [];
    return [
      {
        id,
        floor: Math.max(0, number(deal.bidfloor) ?? 0),
        floorCurrency: text(deal.bidfloorcur, 3).toUpperCase() || "USD",
        isFixed: number(deal.at) === fixedPrice,
        domains: texts(deal.wadomain).map(normaliseDomain),
      },
    ];
  });
}

/** A deal that an advertiser can take at its price, and the lowest price of a bid under it, in the bid's currency. */
export type OpenDeal = { deal: Deal; floor: number };

/** The first deal that a campaign can take: meant for its advertiser, and not dearer than its price. */
export function dealFor(
  deals: Deal[],
  advertiser: string,
  price: number,
  currency: string,
  rates: CurrencyRates,
): OpenDeal | undefined {
  for (const deal of deals) {
    const floor = lowestPrice(deal.floor, deal.floorCurrency, currency, rates);
    if (floor === undefined || floor > price) continue;
    if (
      deal.domains.length > 0 &&
      !domainAndParents(normaliseDomain(advertiser)).some((name) => deal.domains.includes(name))
    )
      continue;
    return { deal, floor };
  }
  return undefined;
}
