import { expect, test } from "vitest";
import { readTowns } from "../../../../../vite/map/layers.ts";
import type { MapTile } from "./map-tile.ts";
import { townLabels } from "./town-labels.ts";

const tile = (...towns: MapTile["towns"]) => ({
  ...{ address: "1/0/0", left: 0, top: 0, size: 512 },
  tile: { land: "", lakes: "", borders: "", regions: "", towns },
});
const size = { width: 512, height: 300 };
const names = (labels: { name: string }[]) => labels.map(({ name }) => name);

test("names do not overlap, and the larger town keeps its name", () => {
  const bern: MapTile["towns"][number] = ["Bern", 400, 400, 122];
  const koeniz: MapTile["towns"][number] = ["Köniz", 404, 404, 42];
  const thun: MapTile["towns"][number] = ["Thun", 600, 700, 43];
  expect(townLabels([tile(koeniz, thun, bern)], size, [], "de")).toEqual([
    { name: "Bern", x: 100, y: 100 },
    { name: "Thun", x: 150, y: 175 },
  ]);
});

test("the zoom buttons cover no name", () => {
  expect(names(townLabels([tile(["Luzern", 1750, 400, 57], ["Thun", 1650, 700, 43])], size, [], "de"))).toEqual([
    "Thun",
  ]);
});

test("chosen places keep their space, and names that would be cut off are left out", () => {
  const chosen = [{ name: "Bern, 10 km", x: 100, y: 100 }];
  expect(names(townLabels([tile(["Bern", 400, 400, 122])], size, chosen, "de"))).toEqual([]);
  expect(names(townLabels([tile(["Sankt Gallen", 2000, 400, 75])], size, [], "de"))).toEqual([]);
});

test("towns have their name in the reader's language", () => {
  const geneva: MapTile["towns"][number] = ["Genève", 400, 400, 201, { de: "Genf", en: "Geneva" }];
  const shown = (["de", "fr"] as const).map((lang) => names(townLabels([tile(geneva)], size, [], lang)));
  expect(shown).toEqual([["Genf"], ["Genève"]]);
  const towns = readTowns();
  const namesOf = (local: string) => towns.find(({ name }) => name === local)?.names;
  expect(namesOf("Genève")).toEqual({ de: "Genf", en: "Geneva", it: "Ginevra" });
  expect(namesOf("Thun")).toEqual({ fr: "Thoune" });
});
