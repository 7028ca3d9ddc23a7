import type { Clock } from "../clock.ts";
import type { AuctionResult, SeatBid } from "./auction.ts";
import type { Opportunity } from "./bid-request.ts";
import type { Placement } from "./placements.ts";
import { isOnWeb } from "./publishers.ts";
import type { RivalBid } from "./rivals.ts";

export type AuctionNote = {
  at: string;
  site: string;
  placement: string;
  city: string;
  device: string;
  currency: string;
  ours: number | null;
  best: number | null;
  rivals: number;
  result: AuctionResult["kind"];
  clearing: number | null;
};

const shownAuctions = 30;

/** The last auctions, for the exchange's page. */
export type AuctionLog = {
  note(
    opportunity: Opportunity,
    placement: Placement,
    ours: SeatBid | undefined,
    others: RivalBid[],
    result: AuctionResult,
  ): void;
  /** Newest first; `ours` are those in which the bidder took part. */
  newest(): { ours: AuctionNote[]; auctions: AuctionNote[] };
};

export function openAuctionLog(clock: Clock): AuctionLog {
  const all: AuctionNote[] = [];
  const own: AuctionNote[] = [];
  return {
    note({ shelf, visitor }, placement, ours, others, result) {
      const made: AuctionNote = {
        at: clock.now().toISOString(),
        site: isOnWeb(shelf) ? shelf.domain : shelf.bundle,
        placement:
          placement.kind !== "banner" ? placement.kind : placement.sizes.map(({ w, h }) => `${w}x${h}`).join(" "),
        city: visitor.place.city,
        device: visitor.device.kind,
        currency: shelf.currency,
        ours: ours?.bid.price ?? null,
        best: others.length === 0 ? null : Math.max(...others.map(({ price }) => price)),
        rivals: others.length,
        result: result.kind,
        clearing: result.kind === "nobody" ? null : result.clearing,
      };
      for (const list of ours === undefined ? [all] : [all, own]) {
        list.unshift(made);
        list.length = Math.min(list.length, shownAuctions);
      }
    },
    newest: () => ({ ours: [...own], auctions: [...all] }),
  };
}
