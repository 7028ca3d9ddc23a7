import fc from "fast-check";
import { expect, test } from "vitest";
import { legibilityOf } from "./legibility.ts";

test("reports the contrast of text and button as rendered", () => {
  const { text, button, outlined, darkened } = legibilityOf("#FFC94A", "#2B1A0E");
  expect(text).toBeGreaterThan(10);
  expect(button).toBe(16.7);
  expect(outlined).toBe(false);
  expect(darkened).toBe(false);
});

test("a button in the background color gets an outline", () => {
  expect(legibilityOf("#ffc94a", "#ffc94a").outlined).toBe(true);
});

test("a button slightly too light for white text is darkened", () => {
  expect(legibilityOf("#ffffff", "#338cf5").darkened).toBe(true);
});

test("every pair of colors is readable", () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(color, color, (background, chosen) => {
      const { text, button } = legibilityOf(background, chosen);
      return text >= 4.5 && button >= 4.5;
    }),
  );
});
