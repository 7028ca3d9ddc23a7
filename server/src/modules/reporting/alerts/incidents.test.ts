import { expect, test } from "vitest";
import { applies, beginning, type Incident, type Observed } from "./incidents.ts";

const seen: Observed = {
  ...{ id: 1, name: "Zopf", currency: "CHF", budgetMicros: 100_000_000n, todayMicros: 0n, spentMicros: 0n },
  ...{ impressions: 0, clicks: 0, silentHours: 0 },
};

test("each rule applies from its limit on", () => {
  const spend = { kind: "daily_spend", amount: 2_000 } as const;
  expect([20_000_000n, 20_000_001n].map((todayMicros) => applies(spend, { ...seen, todayMicros }))).toEqual([
    false,
    true,
  ]);

  const ctr = { kind: "low_ctr", percent: 0.1, impressions: 1_000 } as const;
  expect(applies(ctr, { ...seen, impressions: 999 })).toBe(false);
  expect(applies(ctr, { ...seen, impressions: 1_000 })).toBe(true);
  expect(applies(ctr, { ...seen, impressions: 2_000, clicks: 1 })).toBe(true);
  expect(applies(ctr, { ...seen, impressions: 2_000, clicks: 2 })).toBe(false);

  const silent = { kind: "silent", hours: 6 } as const;
  expect([5, 6].map((silentHours) => applies(silent, { ...seen, silentHours }))).toEqual([false, true]);

  const used = { kind: "budget_used", percent: 80 } as const;
  expect([79_999_999n, 80_000_000n].map((spentMicros) => applies(used, { ...seen, spentMicros }))).toEqual([
    false,
    true,
  ]);
  expect(applies(used, { ...seen, budgetMicros: 0n })).toBe(false);
});

test("an incident begins once: again on another day, or after it was over for a day", () => {
  const now = new Date("2026-03-05T12:00:00Z");
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const begins = (known: Incident[], about = "") => beginning(known, [{ campaignId: 1, about }], now).length === 1;
  const incident = (endedAt: Date | null, about = "") => [{ campaignId: 1, about, endedAt }];
  expect(begins([])).toBe(true);
  expect(begins([{ campaignId: 2, about: "", endedAt: null }])).toBe(true);
  expect(begins(incident(null))).toBe(false);
  expect(begins(incident(hoursAgo(23)))).toBe(false);
  expect(begins(incident(hoursAgo(24)))).toBe(true);
  expect(begins(incident(null, "2026-03-05"), "2026-03-05")).toBe(false);
  expect(begins(incident(null, "2026-03-04"), "2026-03-05")).toBe(true);
});
