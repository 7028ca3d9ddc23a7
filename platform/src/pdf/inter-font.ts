import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "fontkit";

const require = createRequire(import.meta.url);

export type InterWeight = "400Regular" | "600SemiBold" | "700Bold";

/** One weight of Inter as a TrueType file. */
export const interFont = (weight: InterWeight): Buffer =>
  readFileSync(require.resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`));

const parsed = new Map<InterWeight, Font>();

/** The same, parsed once per process: a document that parses the typeface for itself takes ten times as long. */
export function parsedInter(weight: InterWeight): Font {
  const known = parsed.get(weight);
  if (known) return known;
  // Loaded at the first use, which few processes reach.
  const { create } = require("fontkit") as typeof import("fontkit");
  const font = withoutContextualForms(create(interFont(weight)) as Font);
  parsed.set(weight, font);
  return font;
}

/**
 * Without `calt`, which tests hundreds of contexts for arrows and multiplication signs at every letter: a table takes
 * three times as long with it.
 */
function withoutContextualForms(font: Font): Font {
  const layout = font.layout.bind(font);
  font.layout = (text, features, ...rest) => layout(text, { ...features, calt: false }, ...rest);
  return font;
}
