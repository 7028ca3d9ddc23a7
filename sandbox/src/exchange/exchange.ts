import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import { type Faults, newFaults } from "../faults/faults.ts";
import { type SeededRandom, seededRandom } from "../seeded-random.ts";
import { readAd } from "./ad-markup.ts";
import { adaptiveFloors } from "./adaptive-floors.ts";
import {
  type AuctionType,
  lossReasons,
  readBids,
  runAuction,
  type SeatBid,
  whyRefused,
  withMacros,
} from "./auction.ts";
import { type AuctionNote, openAuctionLog } from "./auction-log.ts";
import { type Market, nextOpportunity, type Opportunity, openMarket } from "./bid-request.ts";
import { type Counters, newCounters } from "./counters.ts";
import { deliveryLink } from "./delivery-link.ts";
import { type HttpClient, httpClient } from "./http-client.ts";
import { type Invoice, openInvoices } from "./invoice.ts";
import { showAd } from "./page-view.ts";
import type { Placement } from "./placements.ts";
import { rivalBids, rivalsOf } from "./rivals.ts";
import { intensityAt } from "./traffic-curve.ts";

export type SiteFigures = { requests: number; bids: number; impressions: number; viewable: number; clicks: number };

export type ExchangeState = Counters & {
  requestsPerSecond: number;
  /** The hour's traffic relative to the week's mean. */
  intensity: number;
  delivery: "answering" | "away" | "unknown";
  connected: boolean;
  since: string;
  /** Requests in each of the last seconds, oldest first. */
  seconds: number[];
  /** The last auctions in which the bidder took part, newest first. */
  ours: AuctionNote[];
  /** The last auctions. */
  auctions: AuctionNote[];
  sites: Record<string, SiteFigures>;
};

export type Exchange = {
  market: Market;
  /** The platform's domain as an advertising system, as ads.txt files name it. */
  system: string;
  state(): ExchangeState;
  setSpeed(requestsPerSecond: number): void;
  /** What it charged in a month like `2026-11`. */
  invoice(month: string): Invoice;
  /** One page with its auctions, from the request to the notices. The page view continues in the background. */
  turn(): Promise<void>;
  /** Waits for the win and loss notices of past turns. */
  sendNotices(): Promise<void>;
  start(): void;
  /** Waits briefly for running page views. */
  stop(): Promise<void>;
};

export type ExchangeOptions = {
  seed: number;
  /** Distinguishes the runs of an installation, so that auction ids are unique. */
  run: number;
  adsUrl: string;
  /** The exchange's secret; "" if the bidder needs none. */
  secret: string;
  requestsPerSecond: number;
  /** Second-price by default. Floors of first-price auctions follow the bids. */
  auction?: AuctionType;
  /** Charged on the clearing price, in percent. */
  feePercent?: number;
  clock: Clock;
  pause?: (ms: number) => Promise<void>;
  faults?: Faults;
};

/** OpenRTB's auction type in which the winner pays its bid. */
const firstPrice = 1;
/** A price that only another bidder's keys decrypt. */
const encryptedPrice = "YWJjMTIzZGVmNDU2Z2hpN7fhCuPemCce_6msaw";
const tickMs = 100;
const shownSeconds = 60;
const maxInFlight = 200;
const maxViews = 4000;
const noticeTimeoutMs = 5000;
const stopPatienceMs = 2000;

/** Simulates publishers, visitors and rival bidders at a steady rate for the delivery process. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { seed, clock, adsUrl, auction = "second", faults = newFaults() } = options;
  const floors = auction === "first" ? adaptiveFloors() : undefined;
  const invoices = openInvoices("sandbox", options.feePercent ?? 0);
  const market = openMarket(seed);
  const rivals = rivalsOf(seed);
  const random = seededRandom(seed, 19, options.run);
  const http: HttpClient = httpClient();
  const link = deliveryLink(adsUrl, options.secret, http, () => clock.now().getTime(), faults);
  const counters = newCounters();
  const since = clock.now().toISOString();
  const seconds: number[] = Array(shownSeconds).fill(0);
  const auctions = openAuctionLog(clock);
  const sites: Record<string, SiteFigures> = {};
  const views = new Set<Promise<void>>();
  const stopping = new AbortController();
  let { requestsPerSecond } = options;
  let asking = 0;
  let turns = 0;
  let due = 0;
  let lastTickMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const figuresOf = (site: string): SiteFigures => {
    sites[site] ??= { requests: 0, bids: 0, impressions: 0, viewable: 0, clicks: 0 };
    return sites[site];
  };

  const pauseOrStop = async (ms: number): Promise<void> => {
    if (options.pause) return options.pause(ms);
    await wait(ms, undefined, { signal: stopping.signal });
  };

  const calls = new Set<Promise<void>>();
  const call = async (url: string): Promise<void> => {
    if (url === "") return;
    const headers = { "user-agent": "SandboxExchange/1.0" };
    const asked = http
      .ask(url, { timeoutMs: noticeTimeoutMs, headers })
      .then(
        () => {},
        () => {
          counters.failedLoads += 1;
        },
      )
      .finally(() => calls.delete(asked));
    calls.add(asked);
    await asked;
  };

  const show = async (
    opportunity: Opportunity,
    placement: Placement,
    seatBid: SeatBid,
    price: number,
    chance: SeededRandom,
  ): Promise<void> => {
    const { request, shelf, visitor, pageUrl } = opportunity;
    const told = faults.has("unfilled_prices") ? null : faults.has("encrypted_prices") ? encryptedPrice : price;
    const filled = (template: string): string => withMacros(template, request, seatBid, told, 0);
    await call(filled(seatBid.bid.nurl));
    const site = figuresOf(shelf.id);
    const billedBy = seatBid.bid.burl === "" ? "impressions" : "billed";
    let isCharged = false;
    const count = (name: keyof Counters): void => {
      counters[name] += 1;
      if (name === billedBy && !isCharged) {
        isCharged = true;
        invoices.charge(clock.now(), seatBid.currency, price);
      }
      if (name === "impressions" || name === "viewable" || name === "clicks") site[name] += 1;
    };
    const ad = readAd(filled(seatBid.bid.adm));
    const bill = seatBid.bid.burl === "" ? undefined : filled(seatBid.bid.burl);
    await showAd({ visitor, pageUrl, placement, ad, bill }, { http, random: chance, pause: pauseOrStop, count });
  };

  const begin = (view: Promise<void>): void => {
    const watched = view.catch(() => undefined).finally(() => views.delete(watched));
    views.add(watched);
  };

  const settle = (opportunity: Opportunity, bids: SeatBid[], chance: SeededRandom): void => {
    const { request, placements, shelf } = opportunity;
    for (const [at, offered] of placements.entries()) {
      const placement = { ...offered, floor: floors?.floorOf(offered) ?? offered.floor };
      const ours = bids
        .filter(({ bid }) => bid.impid === request.imp[at]!.id)
        .sort((a, b) => b.bid.price - a.bid.price);
      const [seatBid] = ours;
      const refused =
        seatBid === undefined
          ? undefined
          : faults.has("never_wins")
            ? lossReasons.invalidResponse
            : whyRefused(seatBid, request, placement);
      const others = rivalBids(rivals, shelf, placement, chance);
      const result = runAuction(seatBid, refused, others, placement.floor, auction);
      const prices = [
        ...others.map(({ price }) => price),
        ...(refused === undefined && seatBid ? [seatBid.bid.price] : []),
      ];
      floors?.learn(offered, prices.length === 0 ? undefined : Math.max(...prices));
      auctions.note(opportunity, placement, seatBid, others, result);
      if (seatBid === undefined) continue;
      counters.bids += 1;
      figuresOf(shelf.id).bids += 1;
      if (result.kind === "won" && views.size < maxViews) {
        counters.wins += 1;
        begin(show(opportunity, placement, seatBid, result.clearing, chance));
      } else {
        counters[refused === undefined ? "losses" : "refused"] += 1;
        const reason = result.kind === "lost" ? result.reason : 1;
        begin(call(withMacros(seatBid.bid.lurl, request, seatBid, null, reason)));
      }
    }
  };

  const exchange: Exchange = {
    market,
    system: new URL(adsUrl).hostname,
    state: () => ({
      requestsPerSecond,
      intensity: Math.round(intensityAt(clock.now()) * 100) / 100,
      delivery: link.state(),
      connected: link.state() === "answering",
      since,
      ...counters,
      seconds: [...seconds],
      ...auctions.newest(),
      sites: structuredClone(sites),
    }),
    invoice: invoices.ofMonth,
    setSpeed(speed) {
      requestsPerSecond = speed;
    },
    async turn() {
      const opportunity = nextOpportunity(market, random);
      const chance = seededRandom(seed, 23, options.run, turns++);
      counters.requests += 1;
      figuresOf(opportunity.shelf.id).requests += 1;
      seconds[shownSeconds - 1]! += 1;
      if (floors) {
        opportunity.request.at = firstPrice;
        for (const [at, imp] of opportunity.request.imp.entries()) {
          const placement = opportunity.placements[at];
          if (placement) imp.bidfloor = floors.floorOf(placement);
        }
      }
      const answer = await link.ask(opportunity.request);
      if (answer.kind === "failure") counters.failures += 1;
      else if (answer.kind === "late") counters.timeouts += 1;
      else if (answer.kind === "none") counters.noBids += 1;
      let bids: SeatBid[] = [];
      try {
        if (answer.kind === "answer") bids = readBids(answer.body, opportunity.request);
      } catch {
        counters.refused += 1;
      }
      settle(opportunity, bids, chance);
    },
    async sendNotices() {
      await Promise.all(calls);
    },
    start() {
      lastTickMs = clock.now().getTime();
      let second = Math.floor(lastTickMs / 1000);
      timer = setInterval(() => {
        const nowMs = clock.now().getTime();
        for (; second < Math.floor(nowMs / 1000); second++) {
          seconds.shift();
          seconds.push(0);
        }
        // A delayed process does not catch up all at once.
        const elapsedMs = Math.min(nowMs - lastTickMs, 10 * tickMs);
        lastTickMs = nowMs;
        due += (requestsPerSecond * intensityAt(clock.now()) * elapsedMs) / 1000;
        if (!link.isOpen()) due = Math.min(due, 1);
        for (; due >= 1; due -= 1) {
          if (!link.isOpen() || asking >= maxInFlight) return;
          asking += 1;
          void exchange.turn().finally(() => {
            asking -= 1;
          });
        }
      }, tickMs);
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.race([Promise.all(views), wait(stopPatienceMs, undefined, { ref: false })]);
      http.close();
    },
  };
  return exchange;
}
