import { additionalFormats, type Format, formats } from "@litfass/contract/kernel/formats";
import { expect, test } from "vitest";
import { isDrawable, layoutOf, pictureRatio } from "./layout.ts";
import { stretchRules } from "./stretch-rules.ts";

test("basic formats keep their own layout, and every additional one has a layout", () => {
  expect(formats.map((format) => layoutOf(format)?.kind)).toEqual(["basic", "basic", "basic", "basic", "basic"]);
  expect(additionalFormats.map((format) => [format, layoutOf(format)?.shape])).toEqual([
    ["320x50", "st"],
    ["320x100", "mb"],
    ["300x50", "st"],
    ["970x250", "bb"],
    ["970x90", "lb"],
    ["468x60", "st"],
    ["336x280", "mr"],
    ["120x600", "sk"],
    ["250x250", "mr"],
  ]);
});

test("an operator's size is stretched from the basic format with the nearest aspect ratio, unless it is too small", () => {
  expect(layoutOf("600x500")).toEqual({ kind: "stretched", shape: "mr", x: 2, y: 2 });
  expect(layoutOf("300x1050")).toMatchObject({ kind: "stretched", shape: "sk" });
  for (const format of ["88x31", "120x60", "180x150", "20x20"] as Format[]) expect(isDrawable(format)).toBe(false);
});

test("the picture's box follows the stretch; strips show a picture only where one fits", () => {
  const template = { picture: "optional" as const, slots: { bb: 2, hp: 1, sk: 0.5, mr: 0.5, lb: 2 } };
  expect(pictureRatio(template, "300x250")).toBe(0.5);
  expect(pictureRatio(template, "970x90")).toBeCloseTo((2 * 970) / 728);
  expect(pictureRatio(template, "320x50")).toBeNull();
  expect(pictureRatio(template, "468x60")).toBe(1);
  expect(pictureRatio({ ...template, picture: "none" }, "320x100")).toBeNull();
});

test("stretching moves and resizes boxes along their axis, and never makes texts illegible", () => {
  const css =
    ".mr .copy{left:20px;top:10px;height:100px;--t1:30;--t0:16;--d0:12;right:0}.lb .copy{left:20px}.d{left:8px}";
  expect(stretchRules(css, "mr", { x: 0.8, y: 2 })).toBe(
    ".mr .copy{left:16px;top:20px;height:200px;--t1:24;--t0:15;--d0:12;right:0}.lb .copy{left:20px}.d{left:8px}",
  );
  expect(stretchRules(".mr .b{font-size:14px;max-width:calc(100% - 30px)}", "mr", { x: 0.5, y: 1 })).toBe(
    ".mr .b{font-size:12px;max-width:calc(100% - 15px)}",
  );
  const veil = ".bb .veil{width:calc(var(--right,460px) + 190px);background:linear-gradient(270deg,#0000,#fff 180px)}";
  expect(stretchRules(veil, "bb", { x: 0.8, y: 1 })).toBe(
    ".bb .veil{width:calc(var(--right,368px) + 152px);background:linear-gradient(270deg,#0000,#fff 144px)}",
  );
});
