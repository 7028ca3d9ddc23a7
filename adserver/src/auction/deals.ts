import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { AdRequest, Deal, Slot } from "../kernel/ad-request.ts";
import { identifier, type JsonRecord, list, number, record, text, texts } from "../kernel/coerce.ts";
import { domainAndParents, normaliseDomain } from "../kernel/normalize.ts";
import { lowestPrice } from "./bid-price.ts";
import type { CompiledDeal } from "./campaign-index/compiled-deal.ts";
import type { CompiledCampaign } from "./campaign-index/index-compile.ts";

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
export type OpenDeal = Pick<Deal, "id" | "isFixed" | "isFirstPrice"> & { floor: number };

/** Accounts for which the operator reserves deals, by exchange and the deal's ID there. */
export type ReservedDeals = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

type Auction = { rates: CurrencyRates; reservedDeals: ReservedDeals };
type Opportunity = { request: AdRequest; slot: Slot; nowMs: number };
type Buyer = { advertiserDomain: string; ownerUid: string };

/** The deal of a campaign's bid; undefined in the open auction, a reason where a campaign with deals can use none. */
export function openDealOf(
  auction: Auction,
  opportunity: Opportunity,
  { deals, snapshot }: Pick<CompiledCampaign, "deals" | "snapshot">,
  price: number,
  currency: string,
): OpenDeal | "no_deal" | "below_floor" | undefined {
  if (deals !== undefined) return ownDealFor(auction, opportunity, deals, snapshot, price, currency);
  return opportunity.slot.deals.length === 0 ? undefined : dealFor(auction, opportunity, snapshot, price, currency);
}

/** The first deal of a slot that allows the advertiser, is not reserved for others and does not exceed the campaign's price. */
function dealFor(
  { rates, reservedDeals }: Auction,
  { request, slot }: Opportunity,
  { advertiserDomain, ownerUid }: Buyer,
  price: number,
  currency: string,
): OpenDeal | undefined {
  const reserved = reservedDeals.get(request.exchange);
  for (const deal of slot.deals) {
    const floor = lowestPrice(deal.floor, deal.floorCurrency, currency, rates);
    if (floor === undefined || floor > price) continue;
    if (reserved?.get(deal.id)?.has(ownerUid) === false || !allows(deal, advertiserDomain)) continue;
    return { id: deal.id, isFixed: deal.isFixed, isFirstPrice: deal.isFirstPrice, floor };
  }
  return undefined;
}

const allows = ({ domains }: Deal, advertiser: string): boolean =>
  domains.length === 0 || domainAndParents(normaliseDomain(advertiser)).some((name) => domains.includes(name));

/**
 * The first deal of a campaign that the slot carries, holds now and does not exceed the campaign's price; or why there is
 * none. An exchange's floor above an agreed fixed price is not met: more than agreed is never paid.
 */
export function ownDealFor(
  { rates }: Auction,
  { request, slot, nowMs }: Opportunity,
  deals: CompiledDeal[],
  { advertiserDomain }: Buyer,
  price: number,
  currency: string,
): OpenDeal | "no_deal" | "below_floor" {
  let reason: "no_deal" | "below_floor" = "no_deal";
  for (const own of deals) {
    if (own.exchange !== request.exchange || nowMs < own.startMs || nowMs >= own.endMs) continue;
    const offered = own.imps.length > 0 ? undefined : slot.deals.find(({ id }) => id === own.id);
    if (offered === undefined ? !own.imps.includes(slot.id) : !allows(offered, advertiserDomain)) continue;
    const agreed = lowestPrice(own.price, own.currency, currency, rates);
    const asked = offered === undefined ? 0 : lowestPrice(offered.floor, offered.floorCurrency, currency, rates);
    reason = "below_floor";
    if (agreed === undefined || asked === undefined || (own.isFixed && asked > agreed)) continue;
    const floor = Math.max(agreed, asked);
    if (floor > price) continue;
    const isFixed = own.isFixed || offered?.isFixed === true;
    return { id: own.id, isFixed, isFirstPrice: offered?.isFirstPrice, floor };
  }
  return reason;
}
