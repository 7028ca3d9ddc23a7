import { fixedClock } from "@litfass/platform/clock";
import { expect, test } from "vitest";
import type { Batch } from "../format/batch.ts";
import { createEventNews } from "./event-news.ts";
import { createIntake } from "./intake.ts";
import { IntakeBusy } from "./intake-busy.ts";

const at = "2026-03-02T09:00:00.000Z";

test("batches are stored one at a time; the ninth that waits is refused, and a failed one does not stop the next", async () => {
  const storing: { end(error?: Error): void }[] = [];
  const db = {
    execute: () => {
      const { promise, resolve, reject } = Promise.withResolvers();
      // Every batch is known already, so that only the queue is tested.
      const known = { rowCount: 0, rows: [{ received_at: at, applied_at: at }] };
      storing.push({ end: (error) => (error ? reject(error) : resolve(known)) });
      return promise;
    },
  };
  const intake = createIntake({ db, clock: fixedClock(new Date(at)) } as unknown as Parameters<typeof createIntake>[0]);
  const batch = (process: string): Batch => ({ process, firstSequence: 0, events: 1, chargeMicros: 0n }) as Batch;
  const stored = Array.from({ length: 8 }, (_, index) => intake.store(batch(`p${index}`)));
  await expect(intake.store(batch("ninth"))).rejects.toBeInstanceOf(IntakeBusy);
  await expect.poll(() => storing.length).toBe(1);
  storing[0]?.end(new Error("no database"));
  await expect(stored[0]).rejects.toThrow("no database");
  const tenth = intake.store(batch("tenth"));
  await expect.poll(() => storing.length).toBe(2);
  const end = setInterval(() => storing.at(-1)?.end(), 1);
  expect(await Promise.all([...stored.slice(1), tenth])).toEqual(Array(8).fill("known"));
  clearInterval(end);
  expect(new IntakeBusy().retryAfterSeconds).toBe(1);
});

test("every subscriber hears the news until it unsubscribes", async () => {
  const news = createEventNews();
  const heard: unknown[] = [];
  const leave = news.subscribe((ids) => heard.push(["a", ids]));
  news.subscribe((ids) => heard.push(["b", ids]));
  news.publish(null);
  expect([leave(), leave()]).toEqual([true, false]);
  news.publish(new Set([1]));
  expect(heard).toEqual([
    ["a", null],
    ["b", null],
    ["b", new Set([1])],
  ]);
  await news.close();
});
