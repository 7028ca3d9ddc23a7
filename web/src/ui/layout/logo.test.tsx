import { expect, test } from "vitest";
import { logoImage } from "./logo.tsx";

test("the logo for light mode is on white in dark mode, unless there is one for dark mode", () => {
  const only = { logo_light: "/light.png", logo_dark: "/light.png" };
  expect(logoImage(only, false)).toEqual({ image: "/light.png", isOnWhite: false });
  expect(logoImage(only, true)).toEqual({ image: "/light.png", isOnWhite: true });
  expect(logoImage({ ...only, logo_dark: "/dark.png" }, true)).toEqual({ image: "/dark.png", isOnWhite: false });
});
