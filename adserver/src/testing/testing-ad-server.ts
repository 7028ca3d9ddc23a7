import type { CampaignSnapshot, SnapshotTargeting } from "@litfass/contract/adserver/snapshot";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { type FixedClock, fixedClock } from "@litfass/platform/clock";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { seededRandom } from "@litfass/platform/random";
import { derivedLastingKeys } from "@litfass/platform/security/lasting-keys";
import { compileIndex } from "../auction/campaign-index/index-compile.ts";
import { createEngine, type Engine, swapIndex } from "../auction/engine.ts";
import { pace } from "../auction/pacing/pacing-loop.ts";
import { type AdServer, type AdServerParts, createAdServer } from "../serving/ad-server.ts";
import type { AdFile } from "../serving/ads/ad-file-cache.ts";
import type { HttpRequest, HttpResponse } from "../serving/http-message.ts";
import { createRouter, type Router } from "../serving/router.ts";
import { countHeld } from "../serving/trackers/count-impression.ts";
import { rootDomain } from "../sync/root-domain.ts";

/** Campaigns, requests and a delivery process without a network, for the tests of the ad server. */

export const testNow = new Date("2026-03-02T09:00:00.000Z");
export const someAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";

const unrestricted: SnapshotTargeting = {
  countries: [],
  regions: [],
  cities: [],
  zips: [],
  radii: [],
  devices: [],
  browsers: [],
  languages: [],
  environments: [],
  categories: [],
  keywords: [],
  hours: [],
  siteAllow: [],
  siteBlock: [],
  audiences: [],
  ages: [],
  genders: [],
  parental: [],
  incomes: [],
  remarketing: false,
  deals: [],
};

type SnapshotChanges = Partial<Omit<CampaignSnapshot, "targeting">> & { targeting?: Partial<SnapshotTargeting> };

export function testSnapshot(changes: SnapshotChanges = {}): CampaignSnapshot {
  return {
    campaignId: 1,
    ownerUid: "owner-1",
    name: "Spring sale",
    version: 1,
    startAt: "2026-03-01T23:00:00.000Z",
    endAt: "2026-03-31T22:00:00.000Z",
    timeZone: "Europe/Zurich",
    currency: "CHF",
    budgetMicros: "500000000",
    priceMicros: "25000",
    strategy: "performance",
    pacing: "even",
    destinationUrl: "https://shop.example/sale",
    advertiserDomain: "shop.example",
    advertiserName: "Shop Ltd",
    iabCategories: ["IAB22"],
    creatives: [
      {
        uuid: "7f0cfb4a-0000-4000-8000-000000000001",
        format: "300x250",
        width: 300,
        height: 250,
        fileHash: "a".repeat(40),
        kind: "html",
      },
    ],
    ...changes,
    targeting: { ...unrestricted, ...changes.targeting },
  };
}

/** An engine whose campaigns have a lease for their whole budget and a day's plan. */
function testEngine(snapshots: CampaignSnapshot[], seed = 1): { engine: Engine; clock: FixedClock } {
  const clock = fixedClock(testNow);
  const engine = createEngine({ clock, random: seededRandom(seed), rootDomain });
  swapIndex(engine, compileIndex(snapshots));
  for (const snapshot of snapshots) fund(engine, snapshot);
  pace(engine);
  // At this time the plan allows some spend, and no outcomes are known.
  clock.advance(60_000);
  return { engine, clock };
}

function fund(engine: Engine, { campaignId, budgetMicros }: CampaignSnapshot): void {
  const lease = {
    id: `lease-${campaignId}`,
    campaignId,
    dayOn: "2026-03-02",
    grantedMicros: Number(budgetMicros),
    consumedMicros: 0,
    expiresAtMs: engine.clock.now().getTime() + 86_400_000,
  };
  engine.leases.byId.set(lease.id, lease);
  engine.leases.current.set(campaignId, lease);
  engine.states.get(campaignId)!.evenDayMicros = Number(budgetMicros);
}

export type TestAdServer = {
  instance: AdServer;
  engine: Engine;
  clock: FixedClock;
  events: NewAdEvent[];
  files: Map<string, AdFile>;
  call(method: string, url: string, options?: Partial<HttpRequest>): ReturnType<Router["other"]>;
  bid(body: unknown, exchange?: string, options?: Partial<HttpRequest>): Promise<BidAnswer>;
  /** Counts the impressions that wait for their pixel, as after the time for which they are held. */
  countHeld(): Promise<void>;
};

/** The URLs in a banner's markup. */
export function addressesOf(markup: string) {
  const read = (name: string) => new RegExp(`data-${name}="([^"]+)"`).exec(markup)![1]!.replaceAll("&amp;", "&");
  return {
    impression: read("impression"),
    measured: read("measured"),
    viewable: read("viewable"),
    click: read("click"),
  };
}

type OneOrMore<Value> = [Value, ...Value[]];
export type TestBid = Record<
  "id" | "impid" | "adm" | "nurl" | "burl" | "lurl" | "crid" | "cid" | "dealid" | "iurl",
  string
> &
  Record<"price" | "mtype" | "protocol" | "w" | "h" | "dur" | "exp", number> & {
    adomain: string[];
    cat: string[];
    ext: Record<string, unknown>;
  };

/** A bid response for tests. Empty without a bid, so that a missing field fails the test. */
export type TestBidResponse = {
  id: string;
  cur: string;
  nbr: number;
  seatbid: OneOrMore<{ seat: string; bid: OneOrMore<TestBid> }>;
  ext: { reasons: string[] };
};
export type BidAnswer = { status: number; body: TestBidResponse };

export function testAdServer(
  snapshots: CampaignSnapshot[],
  changes: Partial<AdServerParts> & { seed?: number; exchanges?: Exchange[] } = {},
): TestAdServer {
  const { engine, clock } = testEngine(snapshots, changes.seed);
  const events: NewAdEvent[] = [];
  const files = new Map<string, AdFile>();
  const instance = createAdServer({
    engine,
    process: "delivery-test",
    adsUrl: "https://ads.example",
    publicUrl: "https://operator.example",
    signingKeys: ["a secret for tests that is long enough"],
    lastingKeys: derivedLastingKeys("a secret for tests that is long enough"),
    append: async (event) => events.push(event),
    loadFile: async (hash) => files.get(hash) ?? null,
    loadHeldFile: async () => null,
    findSnapshot: async () => null,
    recordConversion: async () => "not_measured",
    isReady: () => true,
    load: { waitMs: () => 0, isOver: () => false, stop: () => {} },
    tagDomains: ["news.example"],
    ...changes,
  });
  const router = createRouter(instance, { exchanges: changes.exchanges ?? [{ name: "sandbox" }] });
  const headers = { "user-agent": someAgent };
  const request = { method: "GET", path: "/", query: "", headers, body: Buffer.alloc(0), ip: "192.0.2.1" };
  const call: TestAdServer["call"] = (method, url, options) => {
    const { pathname, search } = new URL(url, "https://ads.example");
    const asked = { ...request, method, path: pathname, query: search.slice(1), ...options };
    return method === "POST" ? router.post(asked) : router.other(asked);
  };
  const bid: TestAdServer["bid"] = async (body, exchange = "sandbox", options = {}) => {
    const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const read = ({ status, body }: HttpResponse): BidAnswer => ({
      status,
      body: body === "" ? undefined : JSON.parse(String(body)),
    });
    const answer = router.post({
      ...request,
      method: "POST",
      path: `/openrtb2/${exchange}/bid`,
      body: bytes,
      ...options,
    });
    // Read immediately, because its bytes are valid only until the next response.
    return answer instanceof Promise ? answer.then(read) : read(answer);
  };
  return { instance, engine, clock, events, files, call, bid, countHeld: () => countHeld(instance.counting, "all") };
}

let requests = 0;

/** A banner request that `testSnapshot` matches, on a placement known as viewable. */
export function testRequest(changes: Record<string, unknown> = {}) {
  return {
    id: `auction-${++requests}`,
    imp: [{ id: "1", banner: { w: 300, h: 250 }, metric: [{ type: "viewability", value: 1 }] }],
    site: { domain: "news.example", page: "https://news.example/a", cat: ["IAB12"] },
    device: { ua: someAgent, geo: { country: "CHE", region: "ZH", city: "Zürich" }, language: "de" },
    user: { id: "visitor-1" },
    cur: ["CHF"],
    ...changes,
  };
}
