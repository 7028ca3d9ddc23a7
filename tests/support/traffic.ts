import { setTimeout as wait } from "node:timers/promises";
import { someAgent, testRequest } from "@litfass/adserver/testing/testing-ad-server";
import { billedHundredths, rivals, withPrice } from "@litfass/adserver/testing/testing-market";

/** The only site of this traffic: a campaign limited to it gets none of the demo's. */
export const trafficSite = "fault.example";

export type Traffic = {
  /** Impressions that the delivery process acknowledged. */
  acknowledged: number;
  /** Notices without a response: the exchange sends them again until there is one. */
  repeated: number;
  bids: number;
  /** The exchange's own sum of what it bills for the acknowledged impressions, in hundredths of a micro. */
  billedHundredths: bigint;
  stop(): Promise<void>;
};

/** The median of the rivals' bids: bids win as well before a day's margin can bear a loss. */
const rivalMedian = 13;

/**
 * Requests ads in first-price auctions against rivals continuously, and reports each won impression with its price, until
 * stopped. `seed` is that of the rivals.
 */
export function startTraffic(adsUrl: string, campaignId: number, visitors: number, seed: number): Traffic {
  let stopped = false;
  const rival = rivals(seed, rivalMedian);
  const traffic: Traffic = { acknowledged: 0, repeated: 0, bids: 0, billedHundredths: 0n, stop: async () => {} };
  const report = async (url: string): Promise<void> => {
    for (;;) {
      const status = await tell(url);
      if (status !== null && status < 300) return;
      traffic.repeated += 1;
      await wait(50);
    }
  };
  const one = async (): Promise<void> => {
    const bid = await askForAd(adsUrl);
    if (bid === null || bid.cid !== String(campaignId)) return void (await wait(20));
    traffic.bids += 1;
    if (bid.price <= rival()) return void (await tell(bid.lurl));
    await report(withPrice(bid.burl, bid.price));
    traffic.acknowledged += 1;
    traffic.billedHundredths += billedHundredths(bid.price);
    // Ads that are never viewable would soon no longer be bought.
    const viewable = /data-viewable="([^"]+)"/.exec(bid.adm)?.[1];
    if (viewable) await tell(viewable.replaceAll("&amp;", "&").replace(/^https?:\/\/[^/]+/, adsUrl));
  };
  const loops = Array.from({ length: visitors }, async () => {
    while (!stopped) await one();
  });
  traffic.stop = async () => {
    stopped = true;
    await Promise.all(loops);
  };
  return traffic;
}

const headers = { "user-agent": someAgent };

/** @returns the response status; null without a response. */
const tell = (url: string): Promise<number | null> =>
  fetch(url, { headers, signal: AbortSignal.timeout(5000) }).then(
    (response) => response.status,
    () => null,
  );

type Bid = { cid: string; price: number; burl: string; lurl: string; adm: string };

/** A bid, or null. */
async function askForAd(adsUrl: string): Promise<Bid | null> {
  try {
    const response = await fetch(`${adsUrl}/openrtb2/sandbox/bid`, {
      method: "POST",
      body: JSON.stringify(testRequest({ at: 1, user: {}, site: { domain: trafficSite } })),
      signal: AbortSignal.timeout(5000),
    });
    if (response.status !== 200) return null;
    const answer = (await response.json()) as { seatbid: { bid: Bid[] }[] };
    return answer.seatbid[0]?.bid[0] ?? null;
  } catch {
    return null;
  }
}
