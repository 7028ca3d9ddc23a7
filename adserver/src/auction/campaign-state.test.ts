import { expect, test } from "vitest";
import { newCampaignState, spentToday } from "./campaign-state.ts";

const lease = {
  id: "l",
  campaignId: 1,
  dayOn: "2026-03-02",
  grantedMicros: 1_000,
  consumedMicros: 130,
  expiresAtMs: 0,
};
const state = {
  ...newCampaignState(1, 1, 0, 25_000),
  ...{ othersTodayMicros: 500, othersSpentMicros: 300, ownThenMicros: 100 },
};

test("what others hold and have not spent does not count, and each of them spends as much as this process since then", () => {
  expect(spentToday(state, { ...lease, consumedMicros: 100 }, 4)).toBe(100 + 300);
  expect(spentToday(state, lease, 4)).toBe(130 + 300 + 3 * 30);
  expect(spentToday(state, lease, 1)).toBe(130 + 300);
});

test("others spend no more than they were granted", () => {
  expect(spentToday(state, { ...lease, consumedMicros: 900 }, 4)).toBe(900 + 500);
});
