import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const price = "../../../../../contract/src/kernel/price.ts";

// Test files of a worker share modules, so the changed price must be limited to this file.
beforeAll(() => {
  vi.resetModules();
  vi.doMock(price, () => ({ cpmMinor: 4_000 }));
});
afterAll(() => {
  vi.doUnmock(price);
  vi.resetModules();
});

test("a different price in the contract affects snapshot, ledger and forecast", async () => {
  const { impressionPriceMicros, impressionsFor } = await import("@litfass/contract/kernel/money");
  const { snapshotOf } = await import("./snapshot.ts");
  const { forecastOf } = await import("../forecast/forecast.ts");
  const row = {
    ...({ id: 1, ownerUid: "anna-1", name: "Zopf", version: 1, timeZone: "Europe/Zurich", currency: "CHF" } as const),
    ...({
      totalBudgetMicros: 1n,
      strategy: "awareness",
      pacing: "even",
      destinationUrl: null,
      language: null,
      lineOfBusiness: null,
    } as const),
    ...{ categories: [], targeting: targetingSchema.parse({}) },
  };
  const at = new Date("2026-03-02T09:00:00Z");
  const lists = { siteAllow: [], siteBlock: [], segmentIds: [] };
  const snapshot = snapshotOf(row, { startAt: at, endAt: at, advertiserName: "", creatives: [], ...lists });
  expect(impressionPriceMicros).toBe(40_000n);
  expect(snapshot.priceMicros).toBe("40000");
  expect(impressionsFor(40_00)).toBe(1_000);
  const forecast = forecastOf(
    { strategy: "awareness", budget: null, days: 30, currency: "CHF" },
    { size: 0, perDay: 0, bids: 0, wins: 0 },
    { requests: 0, slots: [], opportunities: [] },
    [],
  );
  expect(forecast.cpm).toEqual({ low: 4_000, high: 4_000 });
});
