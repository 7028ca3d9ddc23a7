import type { Location } from "@litfass/contract/targeting/targeting";
import { geoBounds } from "d3-geo";
import { expect, test } from "vitest";
import type { RegionShape } from "../../../../api/use-region-outlines.ts";
import { type CountryShape, placeShapes } from "./place-shapes.ts";

/** A square of one degree, clockwise as in the map data. */
const square = (x: number, y: number, size = 1) => [
  [
    [x, y],
    [x, y + size],
    [x + size, y + size],
    [x + size, y],
    [x, y],
  ],
];
const region: Location = { kind: "region", id: "region:XX-A", name: "A", country: "XX" };
const regions: RegionShape[] = [
  { region, geometry: { type: "Polygon", coordinates: square(7, 46) } },
  { region: { ...region, id: "region:XX-B", name: "B" }, geometry: { type: "Polygon", coordinates: square(9, 47) } },
];
const countries: CountryShape[] = [
  { country: "XX", geometry: { type: "MultiPolygon", coordinates: [square(7, 46, 3), square(-60, 4)] } },
  { country: null, geometry: { type: "Polygon", coordinates: square(20, 20) } },
];

test("a chosen region is filled and the map zooms to it", () => {
  const shapes = placeShapes([region], countries, regions);
  expect([...shapes.regions]).toEqual([regions[0]]);
  expect(shapes.countries.size).toBe(0);
  expect(geoBounds(shapes.view)[0][0]).toBeCloseTo(7);
  expect(geoBounds(shapes.view)[1][0]).toBeCloseTo(8);
});

test("a chosen country is shown without its overseas islands", () => {
  const place: Location = { kind: "country", id: "country:XX", name: "X", country: "XX" };
  const shapes = placeShapes([place], countries, []);
  expect([...shapes.countries]).toEqual([countries[0]]);
  expect(geoBounds(shapes.view)[0][0]).toBeCloseTo(7);
});

test("with nothing chosen the map shows the available places, or the default view", () => {
  expect(geoBounds(placeShapes([], countries, regions).view)[1][0]).toBeCloseTo(10);
  expect(geoBounds(placeShapes([], countries, []).view)[0][0]).toBeCloseTo(5.6);
});

test("circles and cities are drawn on top and widen the view", () => {
  const city: Location = {
    ...{ kind: "city", id: "city:1", name: "C", country: "XX" },
    ...{ latitude: 50, longitude: 12 },
  };
  const shapes = placeShapes([region, city], countries, regions);
  expect(shapes.dots).toEqual([city]);
  expect(geoBounds(shapes.view)[1][1]).toBeGreaterThan(50);
});
