import { expect, test } from "vitest";
import { reorder } from "./reorder.ts";

test("an entry swaps places with its neighbor", () => {
  expect(reorder(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(reorder(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
});

test("at the ends nothing changes", () => {
  expect(reorder(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(reorder(["a", "b"], 1, 1)).toEqual(["a", "b"]);
  expect(reorder([], 0, 1)).toEqual([]);
});
