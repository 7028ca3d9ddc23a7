import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { visibility } from "@litfass/contract/kernel/viewability";
import { seededRandom } from "@litfass/platform/random";
import { describe, expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { pace } from "../pacing/pacing-loop.ts";
import { drawSlotRate, isWorthBuying, newCampaignViewability, placementRate } from "./viewability.ts";

const sites = [
  ["hidden.example", 0.2],
  ["footer.example", 0.45],
  ["average.example", 0.55],
  ["fair.example", 0.68],
  ["good.example", 0.8],
  ["best.example", 0.92],
] as const;

const project = resolve(import.meta.dirname, "../../../..");
/** Every file with user-visible texts. */
const copyFiles = ["contract/src", "server/src", "adserver/src", "web/src/i18n", "web/src/features"].flatMap((folder) =>
  readdirSync(resolve(project, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|tsx|json)$/.test(file) && !file.includes(".test."))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(resolve(project, folder, file), "utf8") })),
);

describe("visibility", () => {
  test("[CONST-023] the guarantee of 70% against an average of 50% is one constant for bidding and texts", () => {
    expect(visibility).toEqual({ guaranteed: 70, industryAverage: 50 });
    const unknown = placementRate(new Map(), "new.example 300x250", undefined);
    expect(unknown.seen / (unknown.seen + unknown.unseen)).toBe(visibility.industryAverage / 100);
    // With fully known placements, a campaign buys those above the guarantee and never those below it.
    const random = seededRandom(5);
    const buys = (percent: number): boolean => {
      const rate = drawSlotRate({ seen: percent * 1e6, unseen: (100 - percent) * 1e6 }, random);
      return isWorthBuying(rate, newCampaignViewability(), true, 0, random);
    };
    expect([100, 80, 74].map(buys)).toEqual([true, true, true]);
    expect([visibility.guaranteed - 1, visibility.industryAverage, 0].map(buys)).toEqual([false, false, false]);
    const spelledOut = copyFiles.filter(({ text }) =>
      /(?<![\d.])70 ?(%|percent|Prozent)(?! \d)|(average|Durchschnitt)[^"]{0,30}(?<!\d)50 ?%|(?<!\d)50 ?%[^"]{0,30}(average|Durchschnitt)/i.test(
        text,
      ),
    );
    expect(spelledOut.map(({ file }) => file)).toEqual([]);
    const named = copyFiles.filter(({ text }) =>
      /v(?:isi|iewa)bility\.(guaranteed|industryAverage)|guaranteedPercent/.test(text),
    );
    expect(named.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        "adserver/src/auction/viewability/viewability.ts",
        "server/src/modules/billing/plans/plan-texts.ts",
        "server/src/modules/billing/ledger/guarantee.ts",
        "server/src/modules/site/legal/legal-pages.ts",
        "web/src/features/reporting/panels/viewability-panel.tsx",
      ]),
    );
  });

  test("[CLAIM-001] campaigns on sites of mixed viewability reach 70% without prior knowledge of the sites", async () => {
    const snapshots = [1, 2, 3].map((campaignId) =>
      testSnapshot({ campaignId, name: `Campaign ${campaignId}`, budgetMicros: "500000000" }),
    );
    const adServer = testAdServer(snapshots);
    const random = seededRandom(11);
    const waiting: { dueMs: number; url: string }[] = [];
    const onSite = new Map<string, number>();
    const startMs = adServer.clock.now().getTime();
    for (let ms = startMs; ms < startMs + 12 * 3_600_000; ms += 2_000) {
      adServer.clock.set(new Date(ms));
      pace(adServer.engine);
      while (waiting[0] !== undefined && waiting[0].dueMs <= ms) await adServer.call("GET", waiting.shift()!.url);
      const [domain, seen] = sites[Math.floor(random.number() * sites.length)]!;
      const imp = [{ id: "1", banner: { w: 300, h: 250 } }];
      const { status, body } = await adServer.bid(testRequest({ imp, site: { domain }, user: {} }));
      if (status !== 200) continue;
      const bid = body.seatbid[0].bid[0];
      const read = (name: string) => new RegExp(`data-${name}="([^"]+)"`).exec(bid.adm)![1]!;
      await adServer.call("GET", read("impression"));
      onSite.set(domain, (onSite.get(domain) ?? 0) + 1);
      if (random.number() < seen) waiting.push({ dueMs: ms + 4_000, url: read("viewable") });
    }
    for (const { url } of waiting) await adServer.call("GET", url);
    for (const { campaignId } of snapshots) {
      const { impressions, viewable } = adServer.engine.states.get(campaignId)!.viewability;
      console.log(
        `campaign ${campaignId}: ${viewable} of ${impressions} seen, ${((viewable / impressions) * 100).toFixed(1)}%`,
      );
      expect(impressions).toBeGreaterThan(400);
      expect(viewable / impressions).toBeGreaterThanOrEqual(visibility.guaranteed / 100);
    }
    console.log("impressions by site:", Object.fromEntries(onSite));
  }, 60_000);

  test("an exchange's measurement counts until there are own ones", async () => {
    const slot = (value: number) => [{ id: "1", banner: { w: 300, h: 250 }, metric: [{ type: "viewability", value }] }];
    const bids = async (value: number) => {
      const adServer = testAdServer([testSnapshot()]);
      let count = 0;
      for (let i = 0; i < 50; i++) {
        const { status } = await adServer.bid(
          testRequest({ imp: slot(value), site: { domain: `${i}.example` }, user: {} }),
        );
        if (status === 200) count++;
        adServer.clock.advance(60_000);
      }
      return count;
    };
    expect(await bids(0.95)).toBeGreaterThan(45);
    expect(await bids(0.2)).toBeLessThan(3);
  });

  test("a campaign's first request on an unknown site gets a bid, the fiftieth does not", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const imp = [{ id: "1", banner: { w: 300, h: 250 } }];
    const first = await adServer.bid(testRequest({ imp, user: {} }));
    expect(first.status).toBe(200);
    let bids = 0;
    for (let i = 0; i < 50; i++) {
      adServer.clock.advance(60_000);
      const { status, body } = await adServer.bid(testRequest({ imp, user: {} }));
      if (status !== 200) continue;
      bids++;
      await adServer.call("GET", body.seatbid[0].bid[0].burl);
      await adServer.countHeld();
    }
    expect(bids).toBeLessThan(15);
  });
});
