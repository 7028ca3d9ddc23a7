import { contrastOf, textColorOn } from "@litfass/contract/settings/contrast";
import { productColor } from "@litfass/contract/settings/default-settings";
import type { Brand } from "@litfass/contract/settings/operator-settings";
import type { FastifyInstance } from "fastify";

/** The backgrounds of pages in light and dark mode, and the contrast that lines on them need (WCAG 1.4.11). */
const pages = ["#f5f5f2", "#0c1219"];
const minLineContrast = 3;
const dark = "#0c1219";

/** Tokens of `base.css` for another color than the design's: areas, the text and buttons on them, focus lines. */
export function colorRules(color: string): string {
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
  return `:root{${rules.join(";")}}`;
}

/** The address of the style for the operator's color; null for the design's own, which needs none. */
export const brandStylePath = ({ primary_color: color }: Pick<Brand, "primary_color">): string | null =>
  color === productColor ? null : `/site/color-${color.slice(1)}.css`;

/** Serves the style of any color: its content depends on the address alone. */
export function serveBrandStyle(app: FastifyInstance): void {
  app.get<{ Params: { color: string } }>("/site/color-:color([0-9a-f]{6}).css", (request, reply) =>
    reply
      .type("text/css; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(colorRules(`#${request.params.color}`)),
  );
}
