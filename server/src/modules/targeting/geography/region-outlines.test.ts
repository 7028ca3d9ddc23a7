import { expect, test } from "vitest";
import { regionOutlines } from "./region-outlines.ts";

const drawn = (country: string) => {
  const outlines = regionOutlines(country);
  const shapes = new Set(outlines?.topology.objects.regions.geometries.map(({ id }) => id));
  return outlines?.regions.map(({ id }) => [id, shapes.has(id)] as const) ?? [];
};

test.each([
  ["CH", 26],
  ["DE", 16],
  ["AT", 9],
  ["LI", 11],
])("every region of %s has an outline", (country, count) => {
  const regions = drawn(country);
  expect(regions).toHaveLength(count);
  expect(regions.filter(([, isDrawn]) => !isDrawn)).toEqual([]);
});

test("outlines below the first level belong to their region", () => {
  const { objects } = regionOutlines("IT")?.topology ?? { objects: { regions: { geometries: [] } } };
  expect(objects.regions.geometries.filter(({ id }) => id === "region:IT-25").length).toBeGreaterThan(5);
  expect(drawn("FR").filter(([, isDrawn]) => isDrawn).length).toBeGreaterThanOrEqual(13);
});

test("a country without outlines has none", () => expect(regionOutlines("XX")).toBeNull());
