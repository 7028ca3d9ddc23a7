import { contrastOf, textColorOn } from "@litfass/contract/settings/contrast";
import { productColor } from "@litfass/contract/settings/default-settings";
import type { Brand } from "@litfass/contract/settings/operator-settings";

/** The backgrounds of pages in light and dark mode, and the contrast that lines on them need (WCAG 1.4.11). */
const pages = ["#f5f5f2", "#0c1219"];
const minLineContrast = 3;
const dark = "#0c1219";

/** Tokens of `base.css` for the operator's color: areas, the text and buttons on them, focus lines. Empty for the design's own. */
export function colorRules({ primary_color: color }: Pick<Brand, "primary_color">): string {
  if (color === productColor) return "";
  const { color: text } = textColorOn(color);
  const isDarkText = text === dark;
  const rules = [
    `--action:${color}`,
    `--on-action:${text}`,
    // Away from the text's color, so that hovered buttons stay readable.
    `--hover:color-mix(in srgb,${color} 85%,${isDarkText ? "white" : "black"})`,
    `--contrast:${text}`,
    `--on-contrast:${isDarkText ? "#fff" : dark}`,
    `--contrast-hover:${isDarkText ? "#243140" : "#e0e0da"}`,
    ...(pages.every((page) => contrastOf(page, color) >= minLineContrast) ? [`--brand:${color}`] : []),
  ];
  // The operator's color is behind the logo in either mode.
  const logo = isDarkText ? "" : ".hero{--on-light:none;--on-dark:block}";
  return `:root{${rules.join(";")}}${logo}`;
}
