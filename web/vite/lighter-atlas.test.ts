import { expect, test } from "vitest";
import { type Atlas, lighterAtlas } from "./lighter-atlas.ts";

/** A map whose arcs are given in tenths of a degree, from point to point. */
const mapOf = (...arcs: Atlas["arcs"]): Atlas => ({
  type: "Topology",
  objects: { countries: { type: "GeometryCollection", geometries: [] } },
  arcs,
  transform: { scale: [0.1, 0.1], translate: [5, 0] },
});

test("points that hardly differ from the line between their neighbours go, corners stay", () => {
  const border = mapOf([
    [0, 0],
    [10, 1],
    [10, -1],
    [0, 100],
  ]);
  const { arcs, transform } = lighterAtlas(border, 0.2, 0.5);
  // From 5° east: 2° to the east, then 10° to the north, in steps of half a degree.
  expect(arcs).toEqual([
    [
      [10, 0],
      [4, 0],
      [0, 20],
    ],
  ]);
  expect(transform).toEqual({ scale: [0.5, 0.5], translate: [0, 0] });
});

test("a small island stays a ring of three corners", () => {
  const island = mapOf([
    [0, 0],
    [1, 0],
    [0, 1],
    [-1, 0],
    [-1, 0],
    [0, -1],
    [1, 0],
  ]);
  const [ring = []] = lighterAtlas(island, 3, 0.1).arcs;
  expect(ring).toHaveLength(4);
  const sum = (axis: 0 | 1) => ring.slice(1).reduce((all, step) => all + step[axis], 0);
  expect([sum(0), sum(1)]).toEqual([0, 0]);
});
