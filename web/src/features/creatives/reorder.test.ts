import { expect, test } from "vitest";
import { moved } from "./reorder.ts";

test("an entry changes places with its neighbour", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
});

test("at the ends nothing changes", () => {
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  expect(moved([], 0, 1)).toEqual([]);
});
