import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

const circle = {
  ...{ kind: "radius", id: "radius:1", name: "Bern, 5 km", country: "CH" },
  ...{ latitude: 46.95, longitude: 7.45, radius_km: 5 },
};

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
    targeting: targetingSchema.parse({ locations: [circle], devices: ["computer"] }),
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
