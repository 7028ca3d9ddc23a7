import { expect, test } from "vitest";
import { fold, searchLocations, searchRadius } from "./gazetteer.ts";
import { languageOptions } from "./settings.ts";

const names = (q: string, kind?: Parameters<typeof searchLocations>[1]) => searchLocations(q, kind).map((l) => l.name);

test("a search by English name finds countries, regions and cities", () => {
  expect(names("Switzerland")[0]).toBe("Switzerland");
  expect(names("Zurich", "city")[0]).toBe("Zurich, Switzerland");
  expect(searchLocations("Bern").map((l) => l.kind)).toEqual(expect.arrayContaining(["region", "city"]));
  expect(searchLocations("Bern", "city")[0]).toMatchObject({ country: "CH", region: "CH-BE" });
});

test("English spelling finds places whose local name differs, and local spelling too", () => {
  expect(names("Geneva", "city")[0]).toBe("Geneva, Switzerland");
  expect(names("Genève", "city")[0]).toBe("Geneva, Switzerland");
  expect(names("Munich", "city")[0]).toBe("Munich, Germany");
  expect(searchLocations("Munich", "city")[0]).toMatchObject({ region: "DE-BY" });
  expect(languageOptions().some((option) => option.text === "German")).toBe(true);
});

test("marks are folded, results are bounded, nonsense finds nothing", () => {
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
