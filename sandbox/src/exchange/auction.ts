import type { BidRequest } from "./bid-request.ts";
import type { Placement, Size } from "./placements.ts";
import type { RivalBid } from "./rivals.ts";

/** The parts of a bid used by the exchange. */
export type Bid = {
  id: string;
  impid: string;
  price: number;
  adid: string;
  nurl: string;
  burl: string;
  lurl: string;
  adm: string;
  adomain: string[];
  cat: string[];
  w: number | undefined;
  h: number | undefined;
};

export type SeatBid = { seat: string; bidId: string; currency: string; bid: Bid };

/** OpenRTB's loss reason codes. */
export const lossReasons = {
  invalidResponse: 3,
  missingMarkup: 7,
  missingPrice: 9,
  belowFloor: 100,
  outbid: 102,
  size: 202,
  advertiserBlocked: 209,
  categoryBlocked: 210,
} as const;

export type AuctionResult =
  | { kind: "lost"; reason: number; clearing: number }
  | { kind: "nobody" }
  | { kind: "rival"; clearing: number; rival: string }
  | { kind: "won"; clearing: number; winner: SeatBid };

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
const figure = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** The bids in a response. Invalid ones are skipped, because the response is untrusted. */
export function readBids(body: string, request: BidRequest): SeatBid[] {
  const answer = JSON.parse(body) as Record<string, unknown>;
  if (answer === null || typeof answer !== "object" || answer.id !== request.id || !Array.isArray(answer.seatbid))
    return [];
  return answer.seatbid.flatMap((entry: Record<string, unknown>) =>
    (Array.isArray(entry?.bid) ? entry.bid : []).map(
      (bid: Record<string, unknown>): SeatBid => ({
        seat: text(entry.seat),
        bidId: text(answer.bidid),
        currency: text(answer.cur) || "USD",
        bid: {
          id: text(bid.id),
          impid: text(bid.impid),
          price: figure(bid.price) ?? 0,
          adid: text(bid.adid),
          nurl: text(bid.nurl),
          burl: text(bid.burl),
          lurl: text(bid.lurl),
          adm: text(bid.adm),
          adomain: texts(bid.adomain),
          cat: texts(bid.cat),
          w: figure(bid.w),
          h: figure(bid.h),
        },
      }),
    ),
  );
}

const fits = (sizes: Size[], { w, h }: Bid): boolean =>
  w === undefined || h === undefined || sizes.some((size) => size.w === w && size.h === h);

/** Why the exchange excludes a bid from the auction; undefined if it does not. */
export function whyRefused(seatBid: SeatBid, request: BidRequest, placement: Placement): number | undefined {
  const { bid, currency } = seatBid;
  if (!request.cur.includes(currency)) return lossReasons.invalidResponse;
  if (bid.price <= 0) return lossReasons.missingPrice;
  if (bid.price < placement.floor) return lossReasons.belowFloor;
  if (bid.adm === "") return lossReasons.missingMarkup;
  if (placement.kind === "banner" && !fits(placement.sizes, bid)) return lossReasons.size;
  if (bid.adomain.some((domain) => request.badv.includes(domain))) return lossReasons.advertiserBlocked;
  if (bid.cat.some((category) => request.bcat.includes(category))) return lossReasons.categoryBlocked;
  return undefined;
}

const step = 0.01;
const cents = (price: number): number => Math.round(price * 100) / 100;

/** What the winner pays: its own bid, or the next one plus one cent. */
export type AuctionType = "first" | "second";

/** The winner of a first-price auction pays its bid, of a second-price one the next bid or the floor plus one cent. The rival wins a tie. */
export function runAuction(
  seatBid: SeatBid | undefined,
  refused: number | undefined,
  rivals: RivalBid[],
  floor: number,
  type: AuctionType = "second",
): AuctionResult {
  const paid = (bid: number, next: number): number => (type === "first" ? bid : Math.min(bid, cents(next + step)));
  const prices = rivals.map(({ price }) => price).sort((a, b) => b - a);
  const best = prices[0] ?? 0;
  const entrant = refused === undefined ? seatBid : undefined;
  if (entrant !== undefined && entrant.bid.price > best) {
    return { kind: "won", winner: entrant, clearing: paid(entrant.bid.price, Math.max(best, floor)) };
  }
  const second = Math.max(prices[1] ?? 0, entrant?.bid.price ?? 0, floor);
  const clearing = best === 0 ? 0 : paid(best, second);
  if (seatBid !== undefined) return { kind: "lost", reason: refused ?? lossReasons.outbid, clearing };
  const rival = rivals.find(({ price }) => price === best);
  return rival === undefined ? { kind: "nobody" } : { kind: "rival", rival: rival.name, clearing };
}

/** Fills in OpenRTB's macros. */
export function withMacros(
  template: string,
  request: BidRequest,
  seatBid: SeatBid,
  price: number | string | null,
  loss: number,
): string {
  const { bid, bidId, currency, seat } = seatBid;
  const values: Record<string, string> = {
    AUCTION_ID: request.id,
    AUCTION_BID_ID: bidId,
    AUCTION_IMP_ID: bid.impid,
    AUCTION_SEAT_ID: seat,
    AUCTION_AD_ID: bid.adid,
    AUCTION_PRICE: price === null ? "" : String(price),
    AUCTION_CURRENCY: currency,
    AUCTION_LOSS: String(loss),
    AUCTION_MBR: "",
    AUCTION_MIN_TO_WIN: "",
    AUCTION_MULTIPLIER: "1",
    AUCTION_IMP_TS: "",
  };
  return template.replace(/\$\{(AUCTION_[A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
}
