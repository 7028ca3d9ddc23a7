import { defaultCampaigns } from "@litfass/contract/settings/default-campaigns";
import { seededRandom } from "@litfass/platform/random";
import { derivedLastingKeys } from "@litfass/platform/security/lasting-keys";
import { describe, expect, test } from "vitest";
import { remarketingTag } from "../../serving/ads/remarketing-tag.ts";
import { createRouter } from "../../serving/router.ts";
import {
  someAgent,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import { testMarkets } from "../../testing/testing-market.ts";
import { inMemoryFrequency } from "./frequency.ts";
import { bidWaitMs } from "./pending-bids.ts";

const awarenessFrequencyCap = defaultCampaigns.frequency_cap.awareness;

async function showAd(adServer: TestAdServer, changes: Record<string, unknown> = {}): Promise<boolean> {
  adServer.clock.advance(120_000);
  const { status, body } = await adServer.bid(testRequest(changes));
  if (status !== 200) return false;
  const bid = body.seatbid[0].bid[0];
  const pixel = /data-impression="([^"]+)"/.exec(bid.adm)![1]!;
  await adServer.call("GET", pixel);
  await adServer.call("GET", pixel.replace("/t/impression", "/t/viewable"));
  return true;
}

describe.each(testMarkets)("frequency: $market", ({ at, terms }) => {
  const capped = (strategy: "awareness" | "performance"): TestAdServer => {
    const adServer = testAdServer([testSnapshot({ strategy })]);
    adServer.engine.terms = terms;
    return adServer;
  };
  const show = (adServer: TestAdServer, changes: Record<string, unknown> = {}) => showAd(adServer, { at, ...changes });

  test("[CONST-021] the ninth request of the same user is not served by an Awareness campaign", async () => {
    const adServer = capped("awareness");
    for (let i = 1; i <= awarenessFrequencyCap; i++) expect(await show(adServer), `request ${i}`).toBe(true);
    expect(awarenessFrequencyCap).toBe(8);
    expect(adServer.engine.shading.size).toBe(at === 1 ? 1 : 0);
    expect(await show(adServer)).toBe(false);
    expect(await adServer.instance.metrics.registry.metrics()).toContain(`reason="frequency_cap"} 1`);
    expect(await show(adServer, { user: { id: "visitor-2" } })).toBe(true);
    adServer.clock.advance(7 * 3_600_000);
    expect(await show(adServer)).toBe(false);
  });

  test("[CONST-022] a Performance campaign serves the ninth request", async () => {
    const adServer = capped("performance");
    for (let i = 1; i <= 9; i++) expect(await show(adServer), `request ${i}`).toBe(true);
  });

  test("the operator's caps apply to later bids, also of Performance campaigns", async () => {
    const adServer = capped("performance");
    expect(await show(adServer)).toBe(true);
    adServer.engine.caps = { awareness: 8, performance: 2 };
    for (let i = 1; i <= 2; i++) await show(adServer);
    expect(await show(adServer)).toBe(false);
    adServer.engine.caps = { awareness: 8, performance: 4 };
    expect(await show(adServer)).toBe(true);
  });

  test("concurrent bids cannot exceed the cap before their impressions are counted", async () => {
    const adServer = capped("awareness");
    adServer.clock.advance(3 * 3_600_000);
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push((await adServer.bid(testRequest({ at }))).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(8);
  });

  test("a visitor without consent has no identity, so no cap applies", async () => {
    const adServer = capped("awareness");
    for (let i = 1; i <= 9; i++) expect(await show(adServer, { regs: { gdpr: 1 } })).toBe(true);
    expect(adServer.engine.frequency.takeChanges()).toEqual([]);
    expect(adServer.engine.audiences.takeChanges()).toEqual([]);
  });
});

test("bids of a visitor with many campaigns expire after a minute each, independently of the others", () => {
  const seed = Number(process.env.FREQUENCY_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const random = seededRandom(seed);
  const pick = (most: number): number => Math.floor(random.number() * most);
  const frequency = inMemoryFrequency();
  const seen = new Map<number, number>();
  const waiting = new Map<number, { bids: number; lastMs: number }>();
  let nowMs = 1_800_000_000_000;
  for (let step = 0; step < 20_000; step++) {
    nowMs += pick(60);
    const campaignId = pick(400);
    const wait = waiting.get(campaignId);
    const open = wait !== undefined && nowMs - wait.lastMs < bidWaitMs ? wait.bids : 0;
    const isCapped = (seen.get(campaignId) ?? 0) + open >= awarenessFrequencyCap;
    expect(frequency.isCapped(campaignId, "visitor", nowMs, awarenessFrequencyCap), `seed ${seed}, step ${step}`).toBe(
      isCapped,
    );
    if (pick(3) > 0) {
      if (isCapped) continue;
      frequency.noteBid(campaignId, "visitor", nowMs);
      waiting.set(campaignId, { bids: open + 1, lastMs: nowMs });
    } else if (open > 0 && pick(8) === 0) {
      frequency.noteImpression(campaignId, "visitor");
      seen.set(campaignId, (seen.get(campaignId) ?? 0) + 1);
      if (open === 1) waiting.delete(campaignId);
      else wait!.bids--;
    }
  }
});

describe("remarketing", () => {
  const remarketing = testSnapshot({ campaignId: 2, targeting: { remarketing: true } });

  test("[AGENCY-007] a visitor who has seen the advertiser's ads is eligible, a new one is not", async () => {
    const adServer = testAdServer([testSnapshot({ targeting: { siteAllow: ["first.example"] } }), remarketing]);
    expect(await showAd(adServer)).toBe(false);
    expect(await showAd(adServer, { site: { domain: "first.example" } })).toBe(true);
    expect(await showAd(adServer)).toBe(true);
    expect(await showAd(adServer, { user: { id: "visitor-2" } })).toBe(false);
  });

  test("[AGENCY-008] the advertiser's tag makes its visitor eligible on a publisher's page", async () => {
    const adServer = testAdServer([remarketing]);
    const secret = "a secret for tests that is long enough";
    const address = /src="([^"]+)"/.exec(
      remarketingTag("https://ads.example", derivedLastingKeys(secret), "owner-1"),
    )![1]!;
    const called = await adServer.call("GET", address);
    const cookie = String(called.headers["set-cookie"]).split(";")[0]!;
    expect(cookie).toMatch(/^lfv=[\w-]{22}$/);
    const frame = "/frame?w=300&h=250&slot=top";
    const headers = { "user-agent": someAgent, referer: "https://news.example/article" };
    // A new placement is tried now and then: repeat until the draw accepts it.
    const isServed = async (cookies: string) => {
      for (let i = 0; i < 60; i++) {
        adServer.clock.advance(60_000);
        const { body } = await adServer.call("GET", frame, { headers: { ...headers, cookie: cookies } });
        if (String(body).includes("data-litfass-ad")) return true;
      }
      return false;
    };
    expect(await isServed("lfv=someoneelse00000000000")).toBe(false);
    expect(await isServed("")).toBe(false);
    expect(await isServed(cookie)).toBe(true);
  });

  test("visitors who opt out of tracking get no id; an unsigned tag is rejected", async () => {
    const adServer = testAdServer([remarketing]);
    const address = `/r?o=${adServer.instance.remarketing.sign("owner-1")}`;
    for (const header of [{ dnt: "1" }, { "sec-gpc": "1" }]) {
      const { headers } = await adServer.call("GET", address, { headers: header });
      expect(headers["set-cookie"]).toBeUndefined();
    }
    expect((await adServer.call("GET", `${address}&gdpr=1`)).headers["set-cookie"]).toBeUndefined();
    // A US Privacy string with an opt-out, and a GPP string with a missing section.
    for (const said of ["us_privacy=1YYN", "gpp=DBABMA&gpp_sid=7"])
      expect((await adServer.call("GET", `${address}&${said}`)).headers["set-cookie"]).toBeUndefined();
    expect((await adServer.call("GET", "/r?o=owner-1")).status).toBe(403);
    expect(adServer.engine.audiences.takeChanges()).toEqual([]);
  });

  test("an exchange that synced a visitor's id sends it back, and the visitor is recognized by it", async () => {
    const adServer = testAdServer([remarketing]);
    const router = createRouter(adServer.instance, {
      exchanges: [{ name: "sandbox", syncUrl: "https://sync.example/put?uid={id}" }],
      syncPartners: new Map([["partner", "https://partner.example/put?uid={id}"]]),
    });
    const ask = (query: string, headers: Record<string, string> = {}) =>
      router.other({ method: "GET", path: "/sync", query, headers, body: Buffer.alloc(0), ip: "192.0.2.1" });
    const told = await ask("exchange=sandbox");
    const [cookie = ""] = String(told.headers["set-cookie"]).split(";");
    const id = cookie.replace("lfv=", "");
    expect([told.status, told.headers.location]).toEqual([302, `https://sync.example/put?uid=${id}`]);
    const seen = { "user-agent": someAgent, cookie };
    await adServer.call("GET", `/r?o=${adServer.instance.remarketing.sign("owner-1")}`, { headers: seen });
    expect(await showAd(adServer, { user: { id: "v", buyeruid: id } })).toBe(true);
    expect(await showAd(adServer, { user: { id: "v" } })).toBe(false);
    for (const query of ["exchange=sandbox&gdpr=1", "exchange=sandbox&us_privacy=1YYN"])
      expect((await ask(query)).headers.location).toBeUndefined();
    expect((await ask("exchange=sandbox", { "sec-gpc": "1" })).headers.location).toBeUndefined();
    expect((await ask("exchange=other")).status).toBe(404);
  });

  test("if a page sends no consent signal, the law of the visitor's country decides", async () => {
    const countries: Record<string, string> = { "192.0.2.1": "CH", "198.51.100.7": "DE" };
    const locate = (ip: string) => ({ country: countries[ip] ?? "", region: "", city: "" });
    const adServer = testAdServer([remarketing], { locate });
    const address = `/r?o=${adServer.instance.remarketing.sign("owner-1")}`;
    expect((await adServer.call("GET", address, { ip: "198.51.100.7" })).headers["set-cookie"]).toBeUndefined();
    expect(adServer.engine.audiences.takeChanges()).toEqual([]);
    const told = await adServer.call("GET", `${address}&gdpr=0`, { ip: "198.51.100.7" });
    expect(told.headers["set-cookie"]).toMatch(/^lfv=/);
    expect((await adServer.call("GET", address)).headers["set-cookie"]).toMatch(/^lfv=/);
  });
});
