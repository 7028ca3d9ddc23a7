import { setTimeout as wait } from "node:timers/promises";
import { billedHundredths, rivals, withPrice } from "@litfass/adserver/testing/testing-market";
import { bern, bidRequest, readersAgent } from "../support/bid-request.ts";
import { exchangeKey } from "../support/exchange-key.ts";

type Kind = "impression" | "measured" | "viewable" | "click";
type Bid = { cid: string; price: number; adm: string; burl: string; lurl: string };
type Answer = { seatbid?: { bid?: Bid[] }[] };

/** The exchange of this traffic: no other one buys there, so the ledger owes it what it bills. */
export const trafficExchange = "faults";
export const trafficExchangeEnv = {
  EXCHANGES: trafficExchange,
  EXCHANGE_SECRETS: `${trafficExchange}=${exchangeKey}`,
};

export type AdTraffic = {
  /** Auctions whose event was acknowledged, so it is on disk. */
  accepted: Record<Kind, Set<string>>;
  /** Of the accepted impressions, those whose notice was acknowledged and no pixel: the time counts them. */
  noticed: Set<string>;
  /** Those whose notice was acknowledged, and after it a bot's pixel: they are not charged. */
  bots: Set<string>;
  /** The exchange's own sum of what it bills, in micros. */
  billedHundredths: bigint;
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
/** Of ten ads the exchange bills five before a pixel: that of a person, that of a bot, or none. */
const kinds = ["bot", "person", "alone", "bot", "person", "shown", "shown", "shown", "shown", "shown"] as const;
/** Kills fall between notice and pixel. */
const noticeAheadMs = 250;
/** The median of the rivals' bids: near the highest bid that the margin allows. */
const rivalMedian = 18;
/** Longer than any answer takes: a notice whose answer comes too late would count as a second one. */
const billTimeoutMs = 60_000;
const botAgent = "Googlebot/2.1";

/**
 * Requests bids in Bern in first-price auctions against rivals, and calls the URLs of each won ad of the campaign: impression,
 * measured for every second, viewable, a click for every fifth. The exchange bills every ad, for half of them before a pixel,
 * and sends a notice again until it is answered. No other call is repeated. `seed` is that of the rivals.
 */
export function startAdTraffic(adsUrl: string, campaignId: number, seed: number): AdTraffic {
  const rival = rivals(seed, rivalMedian);
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
    billedHundredths: 0n,
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
  let won = 0;

  async function call(url: string, init: RequestInit = {}, timeoutMs = 5000): Promise<Response | null> {
    try {
      const headers = { "user-agent": readersAgent, ...init.headers };
      const response = await fetch(url, {
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
        ...init,
        headers,
      });
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

  async function bill({ burl, price }: Bid): Promise<void> {
    while ((await call(withPrice(burl, price), {}, billTimeoutMs)) === null) await wait(100);
    traffic.billedHundredths += billedHundredths(price);
  }

  /** What comes after a notice: a bot's pixel, or none; true where a person's pixel is to follow. */
  async function noticed(auction: string, kind: (typeof kinds)[number], pixel: string): Promise<boolean> {
    await wait(Math.random() * noticeAheadMs);
    if (kind === "person") return true;
    if (kind === "alone") {
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
    const body = JSON.stringify({ ...bidRequest(bern, [], auction), at: 1 });
    const headers = { "content-type": "application/json", "x-exchange-key": exchangeKey };
    const response = await call(`${adsUrl}/openrtb2/${trafficExchange}/bid`, { method: "POST", headers, body });
    if (response?.status !== 200) return;
    const answer = (await response.json().catch(() => ({}))) as Answer;
    const bid = answer.seatbid?.[0]?.bid?.[0];
    if (!bid) return;
    if (bid.cid !== String(campaignId) || bid.price <= rival()) return void (await call(bid.lurl));
    const kind = kinds[won++ % kinds.length] ?? "shown";
    const markup = bid.adm;
    const address = (name: Kind): string =>
      new RegExp(`data-${name}="([^"]+)"`).exec(markup)?.[1]?.replaceAll("&amp;", "&") ?? "";
    if (kind !== "shown") {
      await bill(bid);
      if (!(await noticed(auction, kind, address("impression")))) return;
    }
    const isSeen = await follow(auction, "impression", address("impression"));
    const born = life;
    if (kind === "shown") await bill(bid);
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
