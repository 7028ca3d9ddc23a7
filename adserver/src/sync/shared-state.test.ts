import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeOldDeliveryData } from "../../../server/src/modules/spend/old-data-sql.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { noteVisibility } from "../auction/viewability/viewability-changes.ts";
import { testDelivery, testSnapshot } from "../testing/testing-ad-server.ts";
import { loadVisibility, shareMemory } from "./shared-state.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const newProcess = () => testDelivery([testSnapshot({ strategy: "awareness" })]).engine;

test("a visitor's impressions in two processes and before a restart count together", async () => {
  const { db } = stack.platform;
  const [first, second] = [newProcess(), newProcess()];
  const [shareFirst, shareSecond] = [shareMemory(db, first), shareMemory(db, second)];
  const nowMs = first.clock.now().getTime();
  for (let i = 0; i < 4; i++) {
    first.frequency.noteImpression(1, "visitor");
    second.frequency.noteImpression(1, "visitor");
  }
  expect(first.frequency.isCapped(1, "visitor", nowMs)).toBe(false);
  await shareFirst();
  await shareSecond();
  await shareFirst();
  expect(first.frequency.isCapped(1, "visitor", nowMs)).toBe(true);
  expect(second.frequency.isCapped(1, "visitor", nowMs)).toBe(true);
  const restarted = newProcess();
  await shareMemory(db, restarted)();
  expect(restarted.frequency.isCapped(1, "visitor", nowMs)).toBe(true);
  expect(restarted.frequency.isCapped(1, "another", nowMs)).toBe(false);
});

test("who met an advertiser in one process is known in the others, until that is long ago", async () => {
  const { db } = stack.platform;
  const [first, second] = [newProcess(), newProcess()];
  first.contacts.note("visitor", "owner-1");
  await shareMemory(db, first)();
  await shareMemory(db, second)();
  expect(second.contacts.ownersOf("visitor")).toEqual(["owner-1"]);
  await db.execute(sql`UPDATE visitor_contacts SET met_at = now() - interval '181 days'`);
  const later = newProcess();
  await shareMemory(db, later)();
  expect(later.contacts.ownersOf("visitor")).toEqual([]);
  expect(await removeOldDeliveryData(db, new Date())).toBe(1);
});

test("what was measured of placements and campaigns outlives the process", async () => {
  const { db } = stack.platform;
  const first = newProcess();
  noteVisibility(first.visibilityChanges, "news.example 300x250", 1, { impressions: 100, viewable: 90, clicks: 3 });
  await shareMemory(db, first)();
  noteVisibility(first.visibilityChanges, "news.example 300x250", 1, { impressions: 100, viewable: 80 });
  await shareMemory(db, first)();
  const next = newProcess();
  await loadVisibility(db, next);
  expect(next.placements.get("news.example 300x250")).toMatchObject({ seen: 172, unseen: 32 });
  expect(next.clickRates.placements.get("news.example 300x250")).toEqual({ shown: 200, clicks: 3 });
  expect(next.states.get(1)!.visibility).toMatchObject({ impressions: 200, viewable: 170 });
});
