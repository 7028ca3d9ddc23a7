import { type Location, type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import { expect, test } from "vitest";
import { applyAll, wideningsOf } from "./widenings.ts";

const point = { country: "CH", latitude: 46.95, longitude: 7.45 };
const circle = (radius_km: number): Location => ({
  ...{ kind: "radius", id: "radius:1", name: `Bern, ${radius_km} km`, radius_km },
  ...point,
});
const zip: Location = { kind: "zip", id: "zip:CH:3011", name: "3011 Bern, Switzerland", ...point };
const audience = (change: Partial<Targeting>, categories: string[] = []) => ({
  targeting: targetingSchema.parse({ locations: [circle(5)], ...change }),
  categories,
});

test("a radius doubles, by at least 10 km and to at most 100 km, including its name", () => {
  const radiusOf = (km: number) => {
    const before = audience({ locations: [circle(km)] });
    const [first] = wideningsOf(before);
    return [first?.radiusKm, first?.apply(before).targeting.locations[0]?.name];
  };
  expect(radiusOf(5)).toEqual([15, "Bern, 15 km"]);
  expect(radiusOf(30)).toEqual([60, "Bern, 60 km"]);
  expect(radiusOf(80)).toEqual([100, "Bern, 100 km"]);
  expect(wideningsOf(audience({ locations: [circle(100)] }))).toEqual([]);
});

test("widens only restrictive settings, one at a time", () => {
  const before = audience({ age_ranges: ["25-34"], devices: ["computer"] });
  const changes = wideningsOf(before).map(({ kind, apply }) => ({ kind, targeting: apply(before).targeting }));
  expect(changes.map(({ kind }) => kind)).toEqual(["radius", "unknown", "people", "devices"]);
  expect(changes[1]?.targeting).toMatchObject({ age_ranges: ["25-34", "unknown"], devices: ["computer"] });
  expect(changes[3]?.targeting).toMatchObject({ age_ranges: ["25-34"], devices: [], locations: [circle(5)] });
});

test("a town or postal code becomes a circle of 10 km around it; a country stays", () => {
  const country: Location = { kind: "country", id: "country:AT", name: "Austria", country: "AT" };
  const before = audience({ locations: [zip, country] });
  const [first, ...others] = wideningsOf(before);
  expect([first?.kind, first?.radiusKm, others]).toEqual(["surroundings", 10, []]);
  expect(first?.apply(before).targeting.locations).toEqual([
    { ...point, kind: "radius", id: "radius:46.9500:7.4500:10", name: "3011 Bern, 10 km", radius_km: 10 },
    country,
  ]);
});

test("subcategories become the categories above them, once each", () => {
  const before = audience({ locations: [] }, ["IAB8-8", "IAB8-9", "IAB12"]);
  const [topics] = wideningsOf(before);
  expect([topics?.kind, topics?.apply(before).categories]).toEqual(["topics", ["IAB8", "IAB12"]]);
  expect(wideningsOf(audience({ locations: [] }, ["IAB8"]))).toEqual([]);
});

test("all ways at once widen every restriction", () => {
  const before = audience({ locations: [circle(5), zip], age_ranges: ["25-34"], hours: [8] }, ["IAB8-8"]);
  expect(applyAll(before, wideningsOf(before))).toMatchObject({
    targeting: {
      locations: [{ radius_km: 15 }, { kind: "radius", radius_km: 10 }],
      age_ranges: [],
      hours: [],
    },
    categories: ["IAB8"],
  });
});
