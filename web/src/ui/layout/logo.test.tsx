import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { Logo } from "./logo.tsx";

const product = {
  name: "Plakatwerk",
  logo_light: null as string | null,
  logo_dark: null as string | null,
  mark: null as string | null,
};
const shown = vi.hoisted(() => ({ brand: {}, isDark: false }));
vi.mock("../theme.ts", () => ({ useDark: () => shown.isDark }));
vi.mock("../brand.ts", () => ({ useBrand: () => shown.brand }));
beforeEach(() => {
  shown.isDark = false;
  shown.brand = product;
});

test("the logo for light mode is on white in dark mode, unless there is one for dark mode", () => {
  shown.brand = { ...product, logo_light: "/light.png", logo_dark: "/light.png" };
  expect(renderToStaticMarkup(<Logo />)).not.toContain("plate");
  shown.isDark = true;
  expect(renderToStaticMarkup(<Logo />)).toContain("plate");
  shown.brand = { ...product, logo_light: "/light.png", logo_dark: "/dark.png" };
  expect(renderToStaticMarkup(<Logo />)).not.toContain("plate");
});
