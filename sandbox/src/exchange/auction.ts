import type { Opportunity } from "./bid-request.ts";
import type { SeededRandom } from "./random.ts";

export type OurBid = {
  price: number;
  adm: string;
  nurl?: string | undefined;
  lurl?: string | undefined;
  burl?: string | undefined;
};
export type AuctionResult = { won: boolean; clearingPrice: number };

/** A second-price auction against rivals whose bids come from the seed; prices are CPM in CHF. */
export function runAuction(random: SeededRandom, opportunity: Opportunity, bid: OurBid): AuctionResult {
  const floor = opportunity.request.imp[0]?.bidfloor ?? 0;
  const rivals = Array.from({ length: 3 }, () => Math.max(0, random.around(floor * 1.9, floor * 2.2)));
  const best = Math.max(floor, ...rivals.filter((price) => price >= floor));
  return { won: bid.price >= best, clearingPrice: Math.round(Math.min(best, bid.price) * 100) / 100 };
}

/** Fills in the macros of OpenRTB 2.6, section 4.4. */
export function fillMacros(text: string, values: Record<string, string | number>): string {
  return text.replace(/\$\{(AUCTION_[A-Z_]+)(?::[A-Z0-9]+)?\}/g, (_whole, name: string) =>
    encodeURIComponent(String(values[name] ?? "")),
  );
}
