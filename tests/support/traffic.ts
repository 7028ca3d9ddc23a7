import { setTimeout as wait } from "node:timers/promises";
import { someAgent, testRequest } from "@litfass/adserver/testing/testing-ad-server";

/** The only site of this traffic: a campaign limited to it gets none of the demo's. */
export const trafficSite = "fault.example";

export type Traffic = {
  /** Impressions that the delivery process acknowledged. */
  acknowledged: number;
  /** Impressions sent without a response: they may or may not count. */
  unanswered: number;
  bids: number;
  stop(): Promise<void>;
};

/** Requests ads continuously and reports each won impression once, until stopped. */
export function startTraffic(adsUrl: string, campaignId: number, visitors: number): Traffic {
  let stopped = false;
  const traffic: Traffic = { acknowledged: 0, unanswered: 0, bids: 0, stop: async () => {} };
  const one = async (): Promise<void> => {
    const bid = await askForAd(adsUrl);
    if (bid === null || bid.cid !== String(campaignId)) return void (await wait(20));
    traffic.bids += 1;
    const status = await tell(bid.burl);
    if (status === null) traffic.unanswered += 1;
    else if (status < 300) traffic.acknowledged += 1;
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

type Bid = { cid: string; burl: string; adm: string };

/** A bid, or null. */
async function askForAd(adsUrl: string): Promise<Bid | null> {
  try {
    const response = await fetch(`${adsUrl}/openrtb2/sandbox/bid`, {
      method: "POST",
      body: JSON.stringify(testRequest({ user: {}, site: { domain: trafficSite } })),
      signal: AbortSignal.timeout(5000),
    });
    if (response.status !== 200) return null;
    const answer = (await response.json()) as { seatbid: { bid: Bid[] }[] };
    return answer.seatbid[0]?.bid[0] ?? null;
  } catch {
    return null;
  }
}
