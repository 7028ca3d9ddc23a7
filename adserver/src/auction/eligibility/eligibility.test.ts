import { expect, test } from "vitest";
import type { AdRequest, Slot } from "../../kernel/ad-request.ts";
import { testAdServer, testSnapshot } from "../../testing/testing-ad-server.ts";
import { compileIndex } from "../campaign-index/index-compile.ts";
import { newPace } from "../pacing/pacing.ts";
import {
  placementOf,
  type Refusals,
  refusalsOf,
  refusedBy,
  rejectionReason,
  type SlotView,
  slotName,
  viewSlot,
} from "./eligibility.ts";

const slotOf = (more: Partial<Slot> = {}): Slot =>
  ({ kind: "banner", sizes: ["300x250"], tagId: "top", ...more }) as Slot;

test("a slot is named by its first size or its kind, and the publisher's tag", () => {
  expect(slotName(slotOf({ sizes: ["300x250", "300x600"] }))).toBe("300x250 top");
  expect(slotName(slotOf({ tagId: "" }))).toBe("300x250");
  expect(slotName(slotOf({ sizes: [] }))).toBe(" top");
  expect(slotName(slotOf({ kind: "video" }))).toBe("video top");
  expect(placementOf("news.example", "300x250 top")).toBe("news.example 300x250 top");
});

test("figures are counted by a slot's name and site, whatever kind of ad it is for", () => {
  const { engine } = testAdServer([]);
  const refusals: Refusals = { category: undefined, advertiser: undefined, languages: [] };
  const named = (slot: Slot) => {
    const view = viewSlot(engine, { site: "news.example" } as AdRequest, slot, refusals, 0);
    return [view.slotName, view.placement];
  };
  // Twice, because names are cached.
  for (const slot of [slotOf(), slotOf(), slotOf({ kind: "video", sizes: [] }), slotOf({ kind: "audio", sizes: [] })]) {
    expect(named(slot)).toEqual([slotName(slot), `news.example ${slotName(slot)}`]);
  }
});

const index = compileIndex([
  testSnapshot({ campaignId: 1, iabCategories: ["IAB1-2"], advertiserDomain: "www.shop.example" }),
  testSnapshot({ campaignId: 2, iabCategories: ["IAB22"], advertiserDomain: "other.example", language: "fr" }),
]);
const lists = (more: Partial<AdRequest> = {}): AdRequest =>
  ({
    blockedCategories: [],
    allowedCategories: [],
    blockedAdvertisers: [],
    allowedLanguages: [],
    ...more,
  }) as AdRequest;
const reasons = (request: AdRequest) => {
  const refusals = refusalsOf(index, request);
  return index.campaigns.map((campaign) => refusedBy(refusals, campaign));
};

test("a publisher's lists block by category, then by advertiser, then by language", () => {
  expect(reasons(lists())).toEqual([undefined, undefined]);
  expect(refusalsOf(index, lists())).toEqual({ category: undefined, advertiser: undefined, languages: [] });
  expect(reasons(lists({ blockedCategories: ["IAB1"] }))).toEqual(["blocked_category", undefined]);
  expect(reasons(lists({ blockedCategories: ["IAB9", "IAB1-2", "IAB22"] }))).toEqual(Array(2).fill("blocked_category"));
  expect(reasons(lists({ allowedCategories: ["IAB22"] }))).toEqual(["blocked_category", undefined]);
  expect(reasons(lists({ allowedCategories: ["IAB9"] }))).toEqual(Array(2).fill("blocked_category"));
  expect(reasons(lists({ allowedCategories: ["IAB22"], blockedCategories: ["IAB22"] }))).toEqual(
    Array(2).fill("blocked_category"),
  );
  expect(reasons(lists({ blockedAdvertisers: ["shop.example"] }))).toEqual(["blocked_advertiser", undefined]);
  expect(reasons(lists({ allowedLanguages: ["fr"] }))).toEqual(["language_not_allowed", undefined]);
  const all = lists({ blockedCategories: ["IAB1"], blockedAdvertisers: ["shop.example"], allowedLanguages: ["fr"] });
  expect(reasons(all)).toEqual(["blocked_category", undefined]);
});

test("a category of a newer taxonomy is blocked by its ID there", () => {
  const newerCategories = { content2: "150", product2: "1004" };
  const newer = compileIndex([testSnapshot({ newerCategories }), testSnapshot({ campaignId: 2 })]);
  for (const blocked of ["content 150", "product 1004", "content 1004", "product 150"]) {
    const isBlocked = blocked === "content 150" || blocked === "product 1004";
    const refusals = refusalsOf(newer, lists({ blockedCategories: [blocked] }));
    const found = newer.campaigns.map((campaign) => refusedBy(refusals, campaign));
    expect(found).toEqual([isBlocked ? "blocked_category" : undefined, undefined]);
  }
});

test("repeated lists are compared once; each changed list and a new index are compared again", () => {
  const request = lists({ blockedCategories: ["IAB1"] });
  const first = refusalsOf(index, request);
  expect(refusalsOf(index, { ...request })).toBe(first);
  const changes: Partial<AdRequest>[] = [
    { allowedCategories: ["IAB22"] },
    { blockedAdvertisers: ["other.example"] },
    { allowedLanguages: ["de"] },
    { blockedCategories: ["IAB1"] },
  ];
  for (const change of changes) expect(refusalsOf(index, { ...request, ...change })).not.toBe(first);
  const before = refusalsOf(index, request);
  const renewed = compileIndex([testSnapshot({ iabCategories: ["IAB1"] })]);
  expect(refusalsOf(renewed, request)).not.toBe(before);
});

/** A campaign at 25.00 a thousand that may bid; the day's share is 1 franc and half of it is allowed by now. */
function campaign() {
  const { engine } = testAdServer([testSnapshot({ strategy: "visibility" as never })]);
  const nowMs = engine.clock.now().getTime();
  const [compiled] = engine.index.campaigns;
  const state = engine.states.get(1)!;
  const lease = engine.leases.current.get(1)!;
  state.pace = newPace(nowMs, 25_000);
  state.pace.plan = {
    ...{ dayOn: lease.dayOn, shareMicros: 1_000_000, anchorMs: nowMs - 1_000, plannedMs: nowMs + 1_000 },
    ...{ untilMs: nowMs + 2_000, anchorMicros: 0 },
  };
  const refusals: Refusals = { category: undefined, advertiser: undefined, languages: [] };
  const view = {
    ...{ request: { visitor: { key: "" } }, slot: slotOf({ kind: "audio" }), nowMs, refusals, clickPreference: 1 },
  } as unknown as SlotView;
  const reason = (more: Partial<SlotView> = {}) => rejectionReason(engine, { ...view, ...more }, compiled!, state);
  return { engine, compiled: compiled!, state, lease, nowMs, reason, refusals };
}

test("a campaign runs from its first to its last instant while it is live", () => {
  const { compiled, reason, state, nowMs } = campaign();
  expect(reason()).toBeUndefined();
  compiled.startMs = nowMs;
  compiled.endMs = nowMs + 1;
  expect(reason()).toBeUndefined();
  compiled.endMs = nowMs;
  expect(reason()).toBe("not_running");
  Object.assign(compiled, { startMs: nowMs + 1, endMs: nowMs + 2 });
  expect(reason()).toBe("not_running");
  compiled.startMs = nowMs;
  state.isLive = false;
  expect(reason()).toBe("not_running");
});

test("it needs a plan and a lease of the same day, with money for this bid", () => {
  const { reason, state, lease, engine } = campaign();
  const { plan } = state.pace;
  state.pace.plan = undefined;
  expect(reason()).toBe("no_budget");
  state.pace.plan = { ...plan!, dayOn: "2026-03-03" };
  expect(reason()).toBe("no_budget");
  state.pace.plan = plan;
  Object.assign(lease, { grantedMicros: 25_000, consumedMicros: 0 });
  expect(reason()).toBeUndefined();
  lease.grantedMicros = 24_999;
  expect(reason()).toBe("no_budget");
  engine.leases.current.delete(1);
  expect(reason()).toBe("no_budget");
});

test("what pacing rejects is a chance, what it accepts also an entry; a publisher's refusal is neither", () => {
  const { reason, state, lease, refusals } = campaign();
  const { pace } = state;
  expect(reason({ refusals: { ...refusals, languages: ["fr"] } })).toBe("language_not_allowed");
  expect([pace.chances, pace.entries]).toEqual([0, 0]);
  expect(reason()).toBeUndefined();
  expect([pace.chances, pace.entries]).toEqual([1, 1]);
  // Half of the share, and a margin of two prices: 550,000 with this bid.
  lease.consumedMicros = 525_000;
  expect(reason()).toBeUndefined();
  lease.consumedMicros = 525_001;
  expect(reason()).toBe("pacing");
  expect([pace.chances, pace.entries]).toEqual([3, 2]);
  lease.consumedMicros = 0;
  pace.participation = 0;
  expect(reason()).toBe("pacing");
  expect([pace.chances, pace.entries]).toEqual([4, 2]);
});

test("click campaigns prefer placements by their click rate, the more the less they need", () => {
  const { reason, state, compiled, engine } = campaign();
  const { pace } = state;
  compiled.prefersClicks = true;
  engine.random.number = () => 0.5;
  pace.participation = 0.4;
  // 0.4 of the chances, weighted by 1 + (2 - 1) * 0.6.
  expect(reason({ clickPreference: 2 })).toBeUndefined();
  expect(pace.chances).toBeCloseTo(1.6, 9);
  expect(reason({ clickPreference: 1 })).toBe("pacing");
  engine.random.number = () => 0.4;
  expect(reason({ clickPreference: 1 })).toBe("pacing");
  engine.random.number = () => 0.399;
  expect(reason({ clickPreference: 1 })).toBeUndefined();
  compiled.prefersClicks = false;
  engine.random.number = () => 0.5;
  expect(reason({ clickPreference: 2 })).toBe("pacing");
  pace.participation = 1;
  engine.random.number = () => 1;
  expect(reason()).toBeUndefined();
});
