import { addressesOf, viewAd } from "./ad-view.ts";
import { fillMacros, type OurBid, runAuction } from "./auction.ts";
import { type BidRequest, busyness, drawOpportunity, type Opportunity } from "./bid-request.ts";
import { createRandom } from "./random.ts";
import { createVisitors } from "./visitor.ts";

export type ExchangeOptions = {
  adsUrl: string;
  seed: number;
  requestsPerSecond: number;
  visitors?: number;
  /** Sped up and switched off in tests. */
  wait?: (ms: number) => Promise<void>;
  now?: () => Date;
  fetch?: typeof fetch;
};

export type AuctionNote = {
  at: string;
  site: string;
  city: string;
  size: string;
  outcome: "won" | "lost" | "no bid";
  price: number | null;
};
export type ExchangeState = {
  requestsPerSecond: number;
  busyness: number;
  seed: number;
  connected: boolean;
  requests: number;
  bids: number;
  wins: number;
  losses: number;
  noBids: number;
  timeouts: number;
  impressions: number;
  viewable: number;
  clicks: number;
  last: AuctionNote[];
};

export type Exchange = ReturnType<typeof createExchange>;

const bidTimeoutMs = 300;
const tmax = 200;
const adTimeoutMs = 5000;
const kept = 50;
const mostUnderWay = 400;
export const fastest = 500;

/** An exchange with invented publishers and visitors. It asks for bids, holds auctions, and visitors see what wins. */
export function createExchange(options: ExchangeOptions) {
  const {
    adsUrl,
    seed,
    now = () => new Date(),
    wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    fetch: send = fetch,
  } = options;
  const random = createRandom(seed ^ Math.floor(now().getTime() / 1000));
  const visitors = createVisitors(createRandom(seed), options.visitors ?? 6000);
  const state: ExchangeState = {
    requestsPerSecond: options.requestsPerSecond,
    busyness: 1,
    seed,
    connected: false,
    requests: 0,
    bids: 0,
    wins: 0,
    losses: 0,
    noBids: 0,
    timeouts: 0,
    impressions: 0,
    viewable: 0,
    clicks: 0,
    last: [],
  };
  let timer: NodeJS.Timeout | null = null;
  let owed = 0;
  let lastTick = 0;
  let underWay = 0;
  let pauseUntil = 0;
  let failures = 0;

  async function visit(url: string, { visitor, publisher }: Opportunity): Promise<boolean> {
    try {
      const response = await send(url, {
        redirect: "manual",
        headers: {
          "user-agent": visitor.ua,
          "accept-language": visitor.place.lang,
          "x-forwarded-for": visitor.ip,
          referer: publisher.kind === "site" ? `https://${publisher.domain}/` : "",
        },
        signal: AbortSignal.timeout(adTimeoutMs),
      });
      await response.body?.cancel();
      return response.status < 400;
    } catch {
      return false;
    }
  }

  async function askForBid(request: BidRequest): Promise<OurBid | null | "failed"> {
    try {
      const response = await send(`${adsUrl}/openrtb2/sandbox/bid`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-openrtb-version": "2.6" },
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(bidTimeoutMs),
      });
      if (response.status === 204) return null;
      if (response.status !== 200) {
        await response.body?.cancel();
        return "failed";
      }
      const answer = (await response.json()) as { seatbid?: { bid?: OurBid[] }[] };
      return answer.seatbid?.[0]?.bid?.[0] ?? null;
    } catch {
      return "failed";
    }
  }

  const note = (
    { publisher, visitor, placement }: Opportunity,
    outcome: AuctionNote["outcome"],
    price: number | null,
  ) => {
    const size = `${placement.width}x${placement.height}`;
    state.last.unshift({
      at: now().toISOString(),
      site: publisher.domain,
      city: visitor.place.city,
      size,
      outcome,
      price,
    });
    state.last.length = Math.min(kept, state.last.length);
  };

  /** One auction from request to click. */
  async function auction(): Promise<void> {
    const opportunity = drawOpportunity(random, visitors, tmax);
    state.requests += 1;
    const bid = await askForBid(opportunity.request);
    if (bid === "failed") {
      state.timeouts += 1;
      failures += 1;
      // Four in a row: the other side is away, so ask less often until it is back.
      if (failures >= 4) {
        state.connected = false;
        pauseUntil = now().getTime() + Math.min(10_000, 500 * 2 ** Math.min(5, failures - 4));
      }
      return;
    }
    failures = 0;
    state.connected = true;
    if (!bid) {
      state.noBids += 1;
      return note(opportunity, "no bid", null);
    }
    state.bids += 1;
    const { won, clearingPrice } = runAuction(random, opportunity, bid);
    const macros = {
      AUCTION_PRICE: clearingPrice,
      AUCTION_LOSS: 102,
      AUCTION_ID: opportunity.request.id,
      AUCTION_CURRENCY: "CHF",
    };
    const fire = (url: string | undefined) =>
      url ? visit(fillMacros(url, macros), opportunity) : Promise.resolve(true);
    if (!won) {
      state.losses += 1;
      note(opportunity, "lost", null);
      await fire(bid.lurl);
      return;
    }
    state.wins += 1;
    note(opportunity, "won", clearingPrice);
    await fire(bid.nurl);
    const addresses = addressesOf(fillMacros(bid.adm, macros));
    if (!addresses) return;
    const outcome = await viewAd(random, opportunity, addresses, { visit, wait });
    if (outcome.impression) {
      state.impressions += 1;
      await fire(bid.burl);
    }
    if (outcome.viewable) state.viewable += 1;
    if (outcome.click) state.clicks += 1;
  }

  function tick(): void {
    const at = now();
    const elapsed = Math.min(1000, at.getTime() - lastTick);
    lastTick = at.getTime();
    state.busyness = Math.round(busyness(at) * 100) / 100;
    if (at.getTime() < pauseUntil) return;
    owed = Math.min(fastest, owed + (elapsed / 1000) * state.requestsPerSecond * state.busyness);
    while (owed >= 1 && underWay < mostUnderWay) {
      owed -= 1;
      underWay += 1;
      void auction().finally(() => {
        underWay -= 1;
      });
    }
  }

  return {
    start(): void {
      lastTick = now().getTime();
      timer ??= setInterval(tick, 40);
    },
    stop(): void {
      if (timer) clearInterval(timer);
      timer = null;
    },
    auction,
    setSpeed(requestsPerSecond: number): void {
      state.requestsPerSecond = Math.min(fastest, Math.max(0, requestsPerSecond));
    },
    state: (): ExchangeState => ({ ...state, last: [...state.last] }),
    /** Requests as the exchange would send them, the same for the same seed: for forecasts and benchmarks. */
    sample(count: number, sampleSeed: number): BidRequest[] {
      const seeded = createRandom(sampleSeed);
      return Array.from({ length: count }, () => drawOpportunity(seeded, visitors, tmax).request);
    },
  };
}
