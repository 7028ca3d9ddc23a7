import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { newExchangeTraffic, noteOccurrence } from "../serving/exchange-access.ts";
import { saveExchangeOccurrences, saveExchangeTraffic } from "./exchange-traffic-sql.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test("each count is saved once, and the counts of the process never fall", async () => {
  const { db } = stack.platform;
  const now = new Date("2026-11-23T09:30:00Z");
  const counts = { ...newExchangeTraffic(), requests: 5, bids: 2, wins: 1 };
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

test("occurrences are added to the hour once, and stay until they are saved", async () => {
  const { db } = stack.platform;
  const now = new Date("2026-11-23T09:30:00Z");
  const counts = newExchangeTraffic();
  const traffic = new Map([["faulty", counts]]);
  for (const kind of ["too_late", "too_late", "unauthorized"] as const) noteOccurrence(counts, kind);
  const broken = { execute: () => Promise.reject(new Error("no connection")) } as unknown as typeof db;
  await expect(saveExchangeOccurrences(broken, traffic, now)).rejects.toThrow("no connection");
  const saved = async () => {
    await saveExchangeOccurrences(db, traffic, now);
    const { rows } = await db.execute(
      "select kind, occurrences::int from exchange_occurrences where exchange = 'faulty' order by kind",
    );
    return rows;
  };
  const first = [
    { kind: "too_late", occurrences: 2 },
    { kind: "unauthorized", occurrences: 1 },
  ];
  expect(await saved()).toEqual(first);
  expect(await saved()).toEqual(first);
  noteOccurrence(counts, "too_late");
  expect(await saved()).toEqual([{ kind: "too_late", occurrences: 3 }, first[1]]);
});
