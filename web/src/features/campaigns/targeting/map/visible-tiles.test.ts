import { expect, test } from "vitest";
import { visibleTiles } from "./visible-tiles.ts";

const frame = { world: 2048, left: -1024, top: -600 };

test("the tiles of the map's zoom cover it, at their place in px", () => {
  const known = new Set(["2/2/1", "2/3/1", "2/2/2", "2/3/2", "2/0/0"]);
  expect(visibleTiles(frame, 600, 500, known)).toEqual([
    { address: "2/2/1", left: 0, top: -88, size: 512 },
    { address: "2/2/2", left: 0, top: 424, size: 512 },
    { address: "2/3/1", left: 512, top: -88, size: 512 },
    { address: "2/3/2", left: 512, top: 424, size: 512 },
  ]);
});

test("a missing tile is replaced by the closest one above, once and beneath the others", () => {
  const known = new Set(["1/1/0", "1/1/1", "2/2/1"]);
  expect(visibleTiles(frame, 600, 500, known)).toEqual([
    { address: "1/1/0", left: 0, top: -600, size: 1024 },
    { address: "1/1/1", left: 0, top: 424, size: 1024 },
    { address: "2/2/1", left: 0, top: -88, size: 512 },
  ]);
});

test("a map that is larger than the world, or zoomed further than any tile, is drawn with what there is", () => {
  expect(visibleTiles({ world: 300, left: 100, top: 50 }, 500, 400, new Set(["1/0/0", "1/1/1"]))).toHaveLength(2);
  const far = { world: 512 * 2 ** 11, left: -1000, top: -1000 };
  expect(visibleTiles(far, 500, 400, new Set(["7/0/0"]))).toEqual([
    { address: "7/0/0", left: -1000, top: -1000, size: 512 * 2 ** 4 },
  ]);
});
