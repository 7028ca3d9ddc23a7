import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { searchLocations, warmGazetteer } from "./gazetteer.ts";

test("the thread that builds the gazetteer ends with it", async () => {
  const threads: Worker[] = [];
  process.on("worker", (thread) => threads.push(thread));
  await warmGazetteer();
  // A thread that has ended has no ID.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  expect(JSON.stringify(searchLocations("Burgdorf"))).toContain("Burgdorf");
});
