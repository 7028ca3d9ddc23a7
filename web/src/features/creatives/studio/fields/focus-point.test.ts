import fc from "fast-check";
import { expect, test } from "vitest";
import { pointAfter, pointAt } from "./focus-point.ts";

const box = { left: 100, top: 50, width: 200, height: 80 };

test("a click becomes a share of the image", () => {
  expect(pointAt(150, 70, box)).toEqual({ x: 0.25, y: 0.25 });
  expect(pointAt(300, 130, box)).toEqual({ x: 1, y: 1 });
});

test("a pointer outside is clamped to the edge", () => {
  expect(pointAt(20, 900, box)).toEqual({ x: 0, y: 1 });
});

test("an image without a size yet uses its center", () => {
  expect(pointAt(10, 10, { left: 0, top: 0, width: 0, height: 0 })).toEqual({ x: 0.5, y: 0.5 });
});

test("arrow keys move a little, with Shift further; other keys do nothing", () => {
  expect(pointAfter("ArrowRight", { x: 0.5, y: 0.5 }, false)).toEqual({ x: 0.52, y: 0.5 });
  expect(pointAfter("ArrowUp", { x: 0.5, y: 0.5 }, true)).toEqual({ x: 0.5, y: 0.4 });
  expect(pointAfter("Tab", { x: 0.5, y: 0.5 }, false)).toBeNull();
});

test("keys never move the point out of the image", () => {
  const keys = fc.array(fc.tuple(fc.constantFrom("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"), fc.boolean()));
  fc.assert(
    fc.property(keys, (presses) => {
      let point = { x: 0.5, y: 0.5 };
      for (const [key, far] of presses) point = pointAfter(key, point, far) ?? point;
      return point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1;
    }),
  );
});
