import { setTimeout as wait } from "node:timers/promises";
import { expect, inject, test } from "vitest";
import { whileLocked } from "./while-locked.ts";

/** Not the template itself, which no one may use while it is copied. */
function databaseUrl(): string {
  const url = new URL(inject("postgresTemplate"));
  url.pathname = "/postgres";
  return url.href;
}

test("processes work one after the other, also where one fails", async () => {
  const steps: string[] = [];
  const work = (name: string, fails: boolean) =>
    whileLocked(databaseUrl(), 9_001, async () => {
      steps.push(`${name} begins`);
      await wait(50);
      steps.push(`${name} ends`);
      if (fails) throw new Error("failed");
    });
  const results = await Promise.allSettled([work("first", true), work("second", false), work("third", false)]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(steps).toHaveLength(6);
  for (let at = 0; at < steps.length; at += 2) expect(steps[at + 1]).toBe(steps[at]?.replace("begins", "ends"));
});
