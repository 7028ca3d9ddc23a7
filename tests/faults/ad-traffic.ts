import { setTimeout as wait } from "node:timers/promises";
import { bern, bidRequest, readersAgent } from "../support/bid-request.ts";
import { exchangeKey } from "../support/exchange-key.ts";

type Kind = "impression" | "measured" | "viewable" | "click";
type Answer = { seatbid?: { bid?: { adm: string; burl: string }[] }[] };

export type AdTraffic = {
  /** Auctions whose event was acknowledged, so it is on disk. */
  accepted: Record<Kind, Set<string>>;
  /** Of the accepted impressions, those whose notice was acknowledged and no pixel: the time counts them. */
  noticed: Set<string>;
  /** Those whose notice was acknowledged, and after it a bot's pixel: they are not charged. */
  bots: Set<string>;
  /** Calls without a response. */
  unanswered: number;
  /** Call it when a delivery process is killed, because its memory is lost. */
  noteKill(): void;
  stop(): Promise<void>;
};

const workers = 6;
const pauseMs = 15;
const clickEvery = 5;
const measuredEvery = 2;
/** Every third ad is billed by the exchange before its pixel: that of a person, that of a bot, or none. */
const noticeEvery = 3;
/** Kills fall between notice and pixel. */
const noticeAheadMs = 250;
const botAgent = "Googlebot/2.1";

/**
 * Requests bids in Bern and calls the URLs of each ad: impression, measured for every second, viewable, a click for every
 * fifth, and for every third a notice before all. No call is repeated.
 */
export function startAdTraffic(adsUrl: string): AdTraffic {
  const accepted: AdTraffic["accepted"] = {
    impression: new Set(),
    measured: new Set(),
    viewable: new Set(),
    click: new Set(),
  };
  const traffic: AdTraffic = {
    accepted,
    noticed: new Set(),
    bots: new Set(),
    unanswered: 0,
    noteKill() {
      life += 1;
    },
    async stop() {
      going = false;
      await Promise.all(running);
    },
  };
  let going = true;
  let life = 0;
  let count = 0;

  async function call(url: string, init: RequestInit = {}): Promise<Response | null> {
    try {
      const headers = { "user-agent": readersAgent, ...init.headers };
      const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(5000), ...init, headers });
      if (response.status >= 400) traffic.unanswered += 1;
      return response.status < 400 ? response : null;
    } catch {
      traffic.unanswered += 1;
      return null;
    }
  }

  async function follow(auction: string, kind: Kind, url: string): Promise<boolean> {
    const response = await call(url);
    await response?.body?.cancel();
    if (response) accepted[kind].add(auction);
    return response !== null;
  }

  /** Sends the notice of an ad, and a bot's pixel or none after it; true where a person's pixel is to follow. */
  async function notice(number: number, burl: string, pixel: string): Promise<boolean> {
    const auction = `traffic-${number}`;
    const variant = (number / noticeEvery) % 3;
    const billed = await call(burl.replace(`\${AUCTION_PRICE}`, "0.01"));
    await wait(Math.random() * noticeAheadMs);
    if (variant === 0) return true;
    if (billed === null) return false;
    if (variant === 1) {
      traffic.noticed.add(auction);
    } else {
      const response = await call(pixel, { headers: { "user-agent": botAgent } });
      await response?.body?.cancel();
      if (response === null) return false;
      traffic.bots.add(auction);
    }
    accepted.impression.add(auction);
    return false;
  }

  async function turn(): Promise<void> {
    count += 1;
    const number = count;
    const auction = `traffic-${number}`;
    const body = JSON.stringify(bidRequest(bern, [], auction));
    const headers = { "content-type": "application/json", "x-exchange-key": exchangeKey };
    const response = await call(`${adsUrl}/openrtb2/sandbox/bid`, { method: "POST", headers, body });
    if (response?.status !== 200) return;
    const answer = (await response.json().catch(() => ({}))) as Answer;
    const bid = answer.seatbid?.[0]?.bid?.[0];
    if (!bid) return;
    const markup = bid.adm;
    const address = (name: Kind): string =>
      new RegExp(`data-${name}="([^"]+)"`).exec(markup)?.[1]?.replaceAll("&amp;", "&") ?? "";
    if (number % noticeEvery === 0 && !(await notice(number, bid.burl, address("impression")))) return;
    const isSeen = await follow(auction, "impression", address("impression"));
    const born = life;
    if (!isSeen) return;
    // A process restarted in between has no record of the ad, so it does not accept what follows the impression.
    for (const kind of number % measuredEvery === 0 ? (["measured", "viewable"] as const) : (["viewable"] as const)) {
      const isAccepted = await follow(auction, kind, address(kind));
      if (isAccepted && born !== life) accepted[kind].delete(auction);
    }
    if (number % clickEvery === 0) await follow(auction, "click", address("click"));
  }

  const running = Array.from({ length: workers }, async () => {
    while (going) {
      await turn();
      await wait(pauseMs);
    }
  });
  return traffic;
}
