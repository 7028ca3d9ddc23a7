import { expect, test } from "vitest";
import { createMapsLoader, type MapsState, mapsLoader, mapsRetries, mapsUrl } from "./maps-loader.ts";

const options = { key: "some-key", language: "de" };

function outside(failures: number) {
  const seen = { urls: [] as string[], waits: [] as number[], logs: [] as string[] };
  return {
    seen,
    addScript: async (url: string) => {
      seen.urls.push(url);
      if (seen.urls.length <= failures) throw new Error("no answer");
    },
    wait: async (ms: number) => void seen.waits.push(ms),
    log: (message: string) => void seen.logs.push(message),
  };
}

test("[STATE-034] goes from initialized via loading to success or failure", async () => {
  const states: MapsState[] = [];
  const good = createMapsLoader(options, outside(0));
  states.push(good.state);
  const loaded = good.load();
  states.push(good.state);
  await loaded;
  states.push(good.state);
  expect(states).toEqual(["initialized", "loading", "success"]);
  const bad = createMapsLoader(options, outside(99));
  await expect(bad.load()).rejects.toThrow();
  expect(bad.state).toBe("failure");
});

test("[STATE-035] [ERR-023] a failing script is logged and retried three times with growing delay, then fails", async () => {
  const world = outside(99);
  const loader = createMapsLoader(options, world);
  await expect(loader.load()).rejects.toThrow("The maps script did not load");
  expect(world.seen.urls).toHaveLength(4);
  expect(world.seen.logs).toHaveLength(4);
  expect(world.seen.waits).toHaveLength(3);
  expect(world.seen.waits).toEqual([...world.seen.waits].sort((a, b) => a - b));
  expect(new Set(world.seen.waits).size).toBe(3);
  await expect(loader.load()).rejects.toThrow();
  expect(world.seen.urls).toHaveLength(4);
});

test("a script that loads at the second try is a success", async () => {
  const world = outside(1);
  const loader = createMapsLoader(options, world);
  await loader.load();
  expect([loader.state, world.seen.urls.length, world.seen.logs.length]).toEqual(["success", 2, 1]);
});

test("[ERR-024] different options throw, the same options return the same loader", () => {
  const first = mapsLoader(options, outside(0));
  expect(mapsLoader({ ...options }, outside(0))).toBe(first);
  expect(() => mapsLoader({ ...options, language: "en" }, outside(0))).toThrow("other options");
  expect(() => mapsLoader({ ...options, key: "another" }, outside(0))).toThrow("other options");
});

test("[CONST-040] the weekly version and three retries", () => {
  expect(new URL(mapsUrl(options)).searchParams.get("v")).toBe("weekly");
  expect(mapsRetries).toBe(3);
});
