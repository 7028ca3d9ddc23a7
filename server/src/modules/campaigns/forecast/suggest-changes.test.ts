import { type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { changesOf } from "./suggest-changes.ts";

const circle = (radius_km: number): Targeting["locations"][number] => ({
  kind: "radius",
  id: "radius:1",
  name: `Bern, ${radius_km} km`,
  country: "CH",
  latitude: 46.95,
  longitude: 7.45,
  radius_km,
});
const targeted = (change: Partial<Targeting>) => targetingSchema.parse({ locations: [circle(5)], ...change });

test("a radius doubles, by at least 10 km and to at most 100 km, including its name", () => {
  const radiusOf = (km: number) => {
    const [first] = changesOf(targeted({ locations: [circle(km)] }));
    return [first?.radiusKm, first?.targeting.locations[0]?.name];
  };
  expect(radiusOf(5)).toEqual([15, "Bern, 15 km"]);
  expect(radiusOf(30)).toEqual([60, "Bern, 60 km"]);
  expect(radiusOf(80)).toEqual([100, "Bern, 100 km"]);
  expect(changesOf(targeted({ locations: [circle(100)] }))).toEqual([]);
});

test("widens only restrictive settings, one at a time", () => {
  const changes = changesOf(targeted({ age_ranges: ["25-34"], devices: ["computer"] }));
  expect(changes.map(({ kind }) => kind)).toEqual(["radius", "unknown", "people", "devices"]);
  expect(changes[1]?.targeting).toMatchObject({ age_ranges: ["25-34", "unknown"], devices: ["computer"] });
  expect(changes[3]?.targeting).toMatchObject({ age_ranges: ["25-34"], devices: [], locations: [circle(5)] });
});

let stack: Stack;
let anna: TestClient;
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
});
afterAll(() => stack?.close());

test("suggestions are limited to users with access to the campaign", async () => {
  const settings = {
    name: "Bern",
    targeting: targeted({ devices: ["computer"] }),
    total_budget: 500,
    start_on: "2026-03-02",
    end_on: "2026-03-11",
  };
  const { body } = await anna.post("/user-campaigns", settings);
  const path = `/user-campaigns/${body.id}/suggestions`;
  const answer = await anna.get(path);
  expect(answer.status).toBe(200);
  // 20'000 impressions in the remaining nine and a half days; without traffic nothing gains more.
  expect(answer.body).toEqual({ needed_per_day: 2_087, per_day: 0, suggestions: [] });
  const ben = await stack.signIn({ uid: "ben-12", role: "customer" });
  expect((await ben.get(path)).status).toBe(403);
  expect((await anna.get("/user-campaigns/999999/suggestions")).status).toBe(404);
});
