import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeOldDeliveryData } from "../../../server/src/modules/spend/old-data-sql.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { recordViewability } from "../auction/viewability/viewability-changes.ts";
import { testAdServer, testSnapshot } from "../testing/testing-ad-server.ts";
import { loadViewability, syncSharedState } from "./shared-state.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const newProcess = () => testAdServer([testSnapshot({ strategy: "awareness" })]).engine;

test("a visitor's impressions in two processes and before a restart count together", async () => {
  const { db } = stack.platform;
  const [first, second] = [newProcess(), newProcess()];
  const [shareFirst, shareSecond] = [syncSharedState(db, first), syncSharedState(db, second)];
  const nowMs = first.clock.now().getTime();
  for (let i = 0; i < 4; i++) {
    first.frequency.noteImpression(1, "visitor");
    second.frequency.noteImpression(1, "visitor");
  }
  expect(first.frequency.isCapped(1, "visitor", nowMs, 8)).toBe(false);
  await shareFirst();
  await shareSecond();
  await shareFirst();
  expect(first.frequency.isCapped(1, "visitor", nowMs, 8)).toBe(true);
  expect(second.frequency.isCapped(1, "visitor", nowMs, 8)).toBe(true);
  const restarted = newProcess();
  await syncSharedState(db, restarted)();
  expect(restarted.frequency.isCapped(1, "visitor", nowMs, 8)).toBe(true);
  expect(restarted.frequency.isCapped(1, "another", nowMs, 8)).toBe(false);
});

test("remarketing audiences are shared between processes until they expire", async () => {
  const { db } = stack.platform;
  const [first, second] = [newProcess(), newProcess()];
  first.audiences.note("visitor", "owner-1");
  await syncSharedState(db, first)();
  await syncSharedState(db, second)();
  expect(second.audiences.ownersFor("visitor")).toEqual(["owner-1"]);
  await db.execute(sql`UPDATE visitor_contacts SET met_at = now() - interval '181 days'`);
  const later = newProcess();
  await syncSharedState(db, later)();
  expect(later.audiences.ownersFor("visitor")).toEqual([]);
  expect(await removeOldDeliveryData(db, new Date())).toBe(1);
});

test("measured viewability survives a restart", async () => {
  const { db } = stack.platform;
  const first = newProcess();
  recordViewability(first.viewabilityChanges, "news.example 300x250", 1, { impressions: 100, viewable: 90, clicks: 3 });
  await syncSharedState(db, first)();
  recordViewability(first.viewabilityChanges, "news.example 300x250", 1, { impressions: 100, viewable: 80 });
  await syncSharedState(db, first)();
  const next = newProcess();
  await loadViewability(db, next);
  expect(next.placements.get("news.example 300x250")).toMatchObject({ seen: 172, unseen: 32 });
  expect(next.clickRates.placements.get("news.example 300x250")).toEqual({ shown: 200, clicks: 3 });
  expect(next.states.get(1)!.viewability).toMatchObject({ impressions: 200, viewable: 170 });
});
