import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
});
afterAll(() => stack?.close());

test("[API-CAMP-011, API-CAMP-012] places are found by English name, and the area of a point and a radius", async () => {
  const found = (await anna.post("/user-campaigns/location/search", { q: "Zurich" })).body;
  expect(found.map((each: { kind: string }) => each.kind)).toEqual(expect.arrayContaining(["city", "region"]));
  const point = { latitude: 46.948, longitude: 7.447 };
  const area = await anna.post("/user-campaigns/location/radius-search", { ...point, radius_km: 30 });
  expect(area.body.location).toMatchObject({ kind: "radius", radius_km: 30 });
  expect((await anna.post("/user-campaigns/location/radius-search", { ...point, radius_km: 0 })).status).toBe(422);
});

test("[API-CAMP-015, API-CAMP-016, API-CAMP-018, API-CAMP-019, FIELD-SET-002] returns the settings lists", async () => {
  const get = async (list: string) => (await anna.get(`/user-campaigns/settings/${list}`)).body;
  expect(await get("pacing")).toHaveLength(2);
  expect(await get("performance-goals")).toEqual([{ value: "CPM", text: "CPM" }]);
  const languages = (await get("languages")).map((each: { text: string }) => each.text);
  expect(languages).toEqual(expect.arrayContaining(["German", "French", "Italian", "English"]));
  const demographics = await get("demographic");
  expect(Object.keys(demographics)).toEqual(["ageRanges", "genders", "parentalStatuses"]);
});

test("[FIELD-CAMP-010, FIELD-CAMP-026] age ranges and the one performance goal", async () => {
  const { ageRanges } = (await anna.get("/user-campaigns/settings/demographic")).body;
  expect(ageRanges.map((each: { value: string }) => each.value)).toEqual([
    "18-24",
    "25-34",
    "35-44",
    "45-54",
    "55-64",
    "65+",
    "unknown",
  ]);
  expect((await anna.post("/user-campaigns", { name: "Ziel", performance_goal: "CPC" })).status).toBe(422);
});

test("[FIELD-CAT-001, API-CAMP-017] the categories form a tree", async () => {
  const tree = (await anna.get("/user-campaigns/settings/categories")).body;
  const food = tree.find((node: { target_option_id: string }) => node.target_option_id === "IAB8");
  expect(food).toMatchObject({ category_name: "Food & Drink" });
  expect(food.children[0]).toEqual({ target_option_id: "IAB8-1", category_name: "American Cuisine", children: [] });
});

test("option names are in the language of the call", async () => {
  const german = { "accept-language": "de" };
  const { genders, ageRanges } = (await anna.get("/user-campaigns/settings/demographic", german)).body;
  expect(genders.map(({ text }: { text: string }) => text)).toEqual(["Männlich", "Weiblich"]);
  expect(ageRanges.at(-1)).toEqual({ value: "unknown", text: "Unbekannt" });
  const advanced = await stack.signIn({ uid: "advanced-1", role: "advanced_advertiser" });
  const { body } = await advanced.get("/user-campaigns/settings/advanced/advanced-1", german);
  expect(body.browsers.at(-1)).toEqual({ value: "other", text: "Andere" });
});
