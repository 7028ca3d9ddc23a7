import { formats, sizeOf } from "@litfass/contract/kernel/formats";
import { expect, test } from "vitest";
import { fitScale, scaleIn, scaleText } from "./scales.ts";

test("the widest format determines the common scale", () => {
  const width = 732;
  expect(scaleText(fitScale(width))).toBe("74%");
  const scales = formats.map((format) => scaleIn(width, format));
  expect(new Set(scales).size).toBe(1);
  expect(994 * (scales[0] ?? 0)).toBeLessThanOrEqual(width);
});

test("nothing is enlarged", () => {
  expect(fitScale(1600)).toBe(1);
  expect(scaleIn(390, "160x600")).toBe(1);
});

test("on a phone each format has its own scale", () => {
  for (const format of formats) {
    expect(sizeOf(format).width * scaleIn(326, format)).toBeLessThanOrEqual(326);
  }
  expect(scaleIn(326, "300x250")).toBe(1);
  expect(scaleIn(326, "994x250")).toBeCloseTo(0.328, 3);
});
