import { fold } from "@litfass/contract/targeting/fold";
import type { Location } from "@litfass/contract/targeting/targeting";
import { expect, test } from "vitest";
import { languageOptions } from "../settings/options.ts";
import { searchLocations, searchRadius } from "./gazetteer.ts";

type Kind = Location["kind"];
const names = (q: string, kind?: Kind, home?: string) => searchLocations(q, { kind, home }).map((l) => l.name);

test("a search by English name finds countries, regions and cities", () => {
  expect(names("Switzerland")[0]).toBe("Switzerland");
  expect(names("Zurich", "city")[0]).toBe("Zurich, Switzerland");
  expect(searchLocations("Bern").map((l) => l.kind)).toEqual(expect.arrayContaining(["region", "city"]));
  expect(searchLocations("Bern", { kind: "city" })[0]).toMatchObject({ country: "CH", region: "CH-BE" });
});

test("English spelling finds places whose local name differs, and local spelling too", () => {
  expect(names("Geneva", "city")[0]).toBe("Geneva, Switzerland");
  expect(names("Genève", "city")[0]).toBe("Geneva, Switzerland");
  expect(names("Munich", "city")[0]).toBe("Munich, Germany");
  expect(searchLocations("Munich", { kind: "city" })[0]).toMatchObject({ region: "DE-BY" });
  expect(languageOptions().some((option) => option.text === "German")).toBe(true);
});

test("finds zip codes by number and by town; Austrian ones as typed", () => {
  expect(names("3011", "zip")).toEqual(["3011 Bern, Switzerland", "3011, Austria"]);
  expect(names("9490", "zip")[0]).toBe("9490 Vaduz, Liechtenstein");
  expect(searchLocations("10115", { kind: "zip" })).toEqual([
    expect.objectContaining({ id: "zip:DE:10115", name: "10115 Berlin, Germany", country: "DE" }),
  ]);
  expect(searchLocations("Uster", { kind: "zip" })[0]).toMatchObject({ id: "zip:CH:8610" });
  expect(searchLocations("A-1010", { kind: "zip" })).toEqual([expect.objectContaining({ id: "zip:AT:1010" })]);
  expect(searchLocations("0999", { kind: "zip" })).toEqual([]);
});

test.each<[q: string, first: string]>([
  ["3011 Bern", "3011 Bern, Switzerland"],
  ["8001 zür", "8001 Zürich, Switzerland"],
  ["10115 Berlin", "10115 Berlin, Germany"],
  // Several villages share a code, of which one is listed.
  ["3011 Länggasse", "3011 Bern, Switzerland"],
])("a zip code with its town is found: %s", (q, first) => {
  expect(names(q)[0]).toBe(first);
  expect(names(q, "zip")[0]).toBe(first);
});

test("ignores diacritics, bounds results and finds nothing for nonsense", () => {
  expect(fold("Zürich")).toBe("zurich");
  expect(searchLocations("a").length).toBe(20);
  expect(searchLocations("qqqqq")).toEqual([]);
});

test("a point and 30 km give an area with its population and places", () => {
  const area = searchRadius(46.948, 7.447, 30);
  expect(area.location).toMatchObject({ kind: "radius", radius_km: 30, country: "CH" });
  expect(area.population).toBeGreaterThan(400_000);
  expect(area.places.map((place) => place.name)).toEqual(expect.arrayContaining(["Bern", "Thun"]));
  expect(area.places.map((place) => place.name)).not.toContain("Zurich");
});

test.each([
  ["Genf", "Geneva, Switzerland"],
  ["genève", "Geneva, Switzerland"],
  ["Ginevra", "Geneva, Switzerland"],
  ["Neuenburg", "Neuchâtel, Switzerland"],
  ["Freiburg", "Fribourg, Switzerland"],
  ["Biel", "Biel/Bienne, Switzerland"],
  ["Bienne", "Biel/Bienne, Switzerland"],
  ["Sion", "Sion, Switzerland"],
  ["Bâle", "Basel, Switzerland"],
  ["ZURICH", "Zurich, Switzerland"],
  ["Mailand", "Milan, Italy"],
  ["Milano", "Milan, Italy"],
  ["Wien", "Vienna, Austria"],
  ["München", "Munich, Germany"],
  ["Strassburg", "Strasbourg, France"],
])("a Swiss customer finds %s as %s", (typed, first) => {
  expect(names(typed, "city", "CH")[0]).toBe(first);
});

test("places of the own country come first, after exact names", () => {
  expect(names("Freiburg", "city", "DE")[0]).toBe("Freiburg, Germany");
  expect(names("Bern", "city", "CH").slice(0, 2)).toEqual(["Bern, Switzerland", "Bernex, Switzerland"]);
  expect(names("Berlin", "city", "CH")[0]).toBe("Berlin, Germany");
});

test("countries and regions are found by their names in other languages", () => {
  expect(names("Schweiz", "country")).toEqual(["Switzerland"]);
  expect(names("Waadt", "region")[0]).toBe("Vaud, Switzerland");
  expect(names("Bavaria", "region")[0]).toBe("Bayern, Germany");
});
