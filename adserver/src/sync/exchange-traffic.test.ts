import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { saveExchangeTraffic } from "./exchange-traffic-sql.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test("each count is saved once, and the counts of the process never fall", async () => {
  const { db } = stack.platform;
  const now = new Date("2026-11-23T09:30:00Z");
  const counts = { requests: 5, bids: 2, wins: 1, saved: { requests: 0, bids: 0, wins: 0 } };
  const traffic = new Map([["repeated", counts]]);
  const saved = async () => {
    await saveExchangeTraffic(db, traffic, now);
    const { rows } = await db.execute(
      "select requests::int, bids::int, wins::int from exchange_traffic where exchange = 'repeated'",
    );
    return rows;
  };
  expect(await saved()).toEqual([{ requests: 5, bids: 2, wins: 1 }]);
  expect(await saved()).toEqual([{ requests: 5, bids: 2, wins: 1 }]);
  counts.requests += 3;
  counts.wins += 1;
  expect(await saved()).toEqual([{ requests: 8, bids: 2, wins: 2 }]);
  expect(counts).toMatchObject({ requests: 8, bids: 2, wins: 2 });
});
