import { type AskedPlace, bidRequest } from "../../support/bid-request.ts";
import { exchangeKey } from "../../support/exchange-key.ts";

type Answer = { seatbid?: { bid?: { cid?: string; adomain?: string[] }[] }[] };
/** Sends bid requests like an exchange, each for a different person on a news site. */
export function newExchange(adsUrl: string) {
  /** Other bidders although the test targets one campaign: publishers can block advertisers with `badv`. */
  const others = new Set<string>();
  return {
    /** The bidding campaign, or null. */
    async ask(campaignId: number, place: AskedPlace): Promise<boolean> {
      const response = await fetch(`${adsUrl}/openrtb2/sandbox/bid`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-openrtb-version": "2.6", "x-exchange-key": exchangeKey },
        body: JSON.stringify(bidRequest(place, [...others])),
        signal: AbortSignal.timeout(5000),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        return false;
      }
      const bids = ((await response.json()) as Answer).seatbid?.flatMap((seat) => seat.bid ?? []) ?? [];
      for (const bid of bids) {
        if (bid.cid !== String(campaignId)) for (const domain of bid.adomain ?? []) others.add(domain);
      }
      return bids.some((bid) => bid.cid === String(campaignId));
    },
  };
}
