import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { hasBit } from "./bitset.ts";
import { directionOf, discOf, isWithin } from "./distance.ts";
import { type Circle, cellOf, splitCircles } from "./map-cell.ts";
import { newMatchMemo, placeKeyOf, storeAnswer } from "./match-memo.ts";

const bern = [46.948, 7.4474] as const;
const within = (latitude: number, longitude: number, radiusKm: number, at: readonly [number, number] = bern): boolean =>
  isWithin(directionOf(latitude, longitude), discOf(at[0], at[1], radiusKm));

test("a circle contains what is at most its radius away along the earth", () => {
  // A degree of latitude is 111.195 km, one of longitude less by the cosine of the latitude.
  expect([within(bern[0] + 1, bern[1], 111.2), within(bern[0] + 1, bern[1], 111.19)]).toEqual([true, false]);
  expect([within(bern[0], bern[1] + 1, 75.92), within(bern[0], bern[1] + 1, 75.9)]).toEqual([true, false]);
  // Zurich is 95.5 km from Bern.
  expect([within(47.3769, 8.5417, 96), within(47.3769, 8.5417, 95)]).toEqual([true, false]);
  expect(within(-bern[0], bern[1] - 180, 20_016)).toBe(true);
  expect(within(-bern[0], bern[1] - 180, 30_000)).toBe(true);
  expect(within(-bern[0], bern[1] - 180, 19_900)).toBe(false);
});

test("a cell is a quarter of a degree; there is none for a position that is unknown or impossible", () => {
  expect(cellOf(...bern)).toBe("187/29");
  expect([cellOf(46.75, 7.25), cellOf(46.999, 7.499), cellOf(47, 7.5)]).toEqual(["187/29", "187/29", "188/30"]);
  expect([cellOf(-0.1, -0.1), cellOf(90, 180), cellOf(-90, -180)]).toEqual(["-1/-1", "360/720", "-360/-720"]);
  const none = [cellOf(undefined, 1), cellOf(1, undefined), cellOf(90.1, 1), cellOf(1, 180.1), cellOf(1, -180.1)];
  expect(none).toEqual(["", "", "", "", ""]);
});

test("per cell, circles that contain all of it count, those that contain a part are compared, others are dropped", () => {
  const random = seededRandom(9);
  const circleOf = (ordinal: number, latitude: number, longitude: number, radiusKm: number): Circle => ({
    ...discOf(latitude, longitude, radiusKm),
    postings: { list: Uint32Array.of(ordinal) },
  });
  const circles = Array.from({ length: 32 }, (_, ordinal) =>
    circleOf(ordinal, 45 + random.number() * 4, 6 + random.number() * 4, 1 + random.number() * 300),
  );
  const seen = { whole: 0, part: 0, none: 0 };
  for (let i = 0; i < 200; i++) {
    const [latitude, longitude] = [45 + random.number() * 4, 6 + random.number() * 4];
    const bits = new Uint32Array(1);
    const nearby = splitCircles(circles, cellOf(latitude, longitude), bits);
    for (const [ordinal, circle] of circles.entries()) {
      const isWhole = hasBit(bits, ordinal);
      const isPart = nearby.includes(circle);
      expect(isWhole && isPart).toBe(false);
      const isInside = isWithin(directionOf(latitude, longitude), circle);
      if (isInside) expect(isWhole || isPart).toBe(true);
      if (isWhole) expect(isInside).toBe(true);
      seen[isWhole ? "whole" : isPart ? "part" : "none"]++;
    }
  }
  // Most circles are decided per cell, so that few are compared with each position.
  expect(seen.part).toBeLessThan(seen.whole);
  expect(seen.part).toBeLessThan(seen.none);
  expect(splitCircles(circles, "", new Uint32Array(1))).toEqual([]);
});

test("the middle of a cell decides: a circle around it contains the whole cell from half a diagonal on", () => {
  const at = (radiusKm: number, latitude = 0.125, longitude = 0.125) => {
    const circle: Circle = { ...discOf(latitude, longitude, radiusKm), postings: { list: Uint32Array.of(0) } };
    const bits = new Uint32Array(1);
    const nearby = splitCircles([circle], "0/0", bits);
    return hasBit(bits, 0) ? "whole" : nearby.length > 0 ? "part" : "none";
  };
  expect([at(20.1), at(19.9), at(1)]).toEqual(["whole", "part", "part"]);
  // 30 km away from the middle.
  expect([at(9, 0.125 + 30 / 111.195), at(11, 0.125 + 30 / 111.195)]).toEqual(["none", "part"]);
  expect(at(51, 0.125, 0.125 + 30 / 111.195)).toBe("whole");
});

test("a place's key tells every part of it apart, and its cell instead of its position", () => {
  const place = { country: "CH", region: "BE", city: "Bern", zip: "3011", latitude: bern[0], longitude: bern[1] };
  const key = placeKeyOf(place);
  expect(placeKeyOf({ ...place, latitude: 46.9 })).toBe(key);
  const others = [{ country: "DE" }, { region: "BEB", city: "ern" }, { city: "Bern3", zip: "011" }, { latitude: 47.1 }];
  for (const other of others) expect(placeKeyOf({ ...place, ...other })).not.toBe(key);
});

test("cached matches are dropped when full; long sets leave room for fewer", () => {
  const sizes = [0, 1, 105, 2 ** 20, 2 ** 22].map((words) => newMatchMemo(words).maxEntries);
  expect(sizes).toEqual([20_000, 20_000, 19_972, 2, 0]);
  const memo = newMatchMemo(2 ** 20);
  const store = (key: string) => storeAnswer(memo, memo.sites, key, new Uint32Array(1));
  expect(store("a")).toBe(memo.sites.get("a"));
  store("b");
  expect([...memo.sites.keys()]).toEqual(["a", "b"]);
  store("c");
  expect([...memo.sites.keys()]).toEqual(["c"]);
});
