import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { siteEndpoints } from "@litfass/contract/operations/site";
import { contrastOf } from "@litfass/contract/settings/contrast";
import { productColor, productName } from "@litfass/contract/settings/default-settings";
import i18next from "i18next";
import { useSyncExternalStore } from "react";

type ScreenBrand = CallOutput<(typeof siteEndpoints)["showSite"]>["brand"];

/** The brand until the site's status is known. */
const productBrand: ScreenBrand = {
  name: productName,
  support_address: null,
  social_links: [],
  primary_color: productColor,
  text_on_primary: "#0c1219",
  logo_light: null,
  logo_dark: null,
  mark: null,
};

let current = productBrand;
const listeners = new Set<() => void>();

export const currentBrand = (): ScreenBrand => current;

/** The operator's brand. */
export const useBrand = (): ScreenBrand =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentBrand);

/** The pages behind controls in light and dark mode, and the contrast that borders and marks need (WCAG 1.4.11). */
const pages = ["#f5f5f2", "#0c1219"];
const minMarkContrast = 3;

/** Applies the operator's brand to logos, its name to texts with `{operator}`, and the color and mark to the page. */
export function applyBrand(brand: ScreenBrand = productBrand): void {
  current = brand;
  const { interpolation } = i18next.options;
  if (interpolation) interpolation.defaultVariables = { operator: brand.name };
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(colorsOf(brand))) {
    if (value === null) style.removeProperty(name);
    else style.setProperty(name, value);
  }
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) {
    icon.type = brand.mark ? "image/png" : "image/svg+xml";
    icon.href = brand.mark ?? "/mark.svg";
  }
  for (const listener of listeners) listener();
}

/** Values of the design's color tokens; null keeps the design's own. */
function colorsOf({ primary_color: color, text_on_primary: text }: ScreenBrand): Record<string, string | null> {
  const isOwn = color !== productColor;
  const isVisible = isOwn && pages.every((page) => contrastOf(page, color) >= minMarkContrast);
  // Away from the text's color, so that hovered and pressed buttons stay readable.
  const away = text === "#ffffff" ? "black" : "white";
  const mixed = (percent: number) => (isOwn ? `color-mix(in srgb, ${color} ${percent}%, ${away})` : null);
  return {
    "--action": isOwn ? color : null,
    "--on-action": isOwn ? text : null,
    "--action-hover": mixed(85),
    "--action-pressed": mixed(75),
    "--brand": isVisible ? color : null,
    "--on-brand": isVisible ? text : null,
  };
}
