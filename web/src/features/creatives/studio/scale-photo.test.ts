import { expect, test } from "vitest";
import { isHeic, isScalable, sizeWithinLimit } from "./scale-photo.ts";

test("scales a photo to the largest accepted size and keeps its aspect ratio", () => {
  expect(sizeWithinLimit({ width: 4032, height: 3024 })).toEqual({ width: 1499, height: 1124 });
  expect(sizeWithinLimit({ width: 1500, height: 10 })).toEqual({ width: 1499, height: 9 });
  expect(sizeWithinLimit({ width: 9000, height: 2 })).toEqual({ width: 1499, height: 1 });
  expect(sizeWithinLimit({ width: 800, height: 600 })).toEqual({ width: 800, height: 600 });
});

test("photos can be scaled here, vector files cannot", () => {
  expect(isScalable({ type: "image/jpeg", name: "a.jpg" })).toBe(true);
  expect(isScalable({ type: "", name: "IMG_1.HEIC" })).toBe(true);
  expect(isScalable({ type: "image/svg+xml", name: "a.svg" })).toBe(false);
  expect(isHeic({ type: "image/png", name: "a.png" })).toBe(false);
});
