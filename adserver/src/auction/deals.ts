import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { Deal } from "../kernel/ad-request.ts";
import { identifier, type JsonRecord, list, number, record, text, texts } from "../kernel/coerce.ts";
import { domainAndParents, normaliseDomain } from "../kernel/normalize.ts";
import { lowestPrice } from "./bid-price.ts";

const none: Deal[] = [];
const maxDeals = 50;
/** OpenRTB's auction types. */
const firstPrice = 1;
const fixedPrice = 3;

/** The deals of a slot that this seat may use. */
export function parseDeals(deals: unknown, seat: string): Deal[] {
  if (deals === undefined) return none;
  return list(deals, maxDeals).flatMap((entry): Deal[] => {
    const deal: JsonRecord = record(entry);
    const id = identifier(deal.id);
    const seats = texts(deal.wseat);
    if (id === "" || (seats.length > 0 && !seats.includes(seat))) return [];
    return [
      {
        id,
        floor: Math.max(0, number(deal.bidfloor) ?? 0),
        floorCurrency: text(deal.bidfloorcur, 3).toUpperCase() || "USD",
        isFixed: number(deal.at) === fixedPrice,
        isFirstPrice: deal.at === undefined ? undefined : number(deal.at) === firstPrice,
        domains: texts(deal.wadomain).map(normaliseDomain),
      },
    ];
  });
}

/** A usable deal with its lowest bid, in the bid's currency. */
export type OpenDeal = { deal: Deal; floor: number };

/** The first deal that allows the advertiser and does not exceed the campaign's price. */
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
