import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font, GlyphRun } from "fontkit";

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

/**
 * The font for one document, which lays out each text once. The library does so only for text without features, and
 * asks for the same figures to wrap, to measure and to draw them.
 */
export function fontOfDocument(font: Font): Font {
  const runs = new Map<string, GlyphRun>();
  const own = Object.create(font) as Font;
  own.layout = (text, features, ...rest) => {
    const key = JSON.stringify([text, features, rest]);
    const run = runs.get(key) ?? named(font, font.layout(text, features, ...rest));
    runs.set(key, run);
    // The caller scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions });
  };
  return own;
}

/**
 * A run whose glyphs know their characters. A glyph that the shared font first met as a part of another one (the C of a
 * Č) knows none, so that readers could not extract its text (the library's `ToUnicode` entry is empty).
 */
function named(font: Font, run: GlyphRun): GlyphRun {
  for (const glyph of run.glyphs) {
    if (glyph.codePoints.length > 0) continue;
    const [text = ""] = font.stringsForGlyph(glyph.id);
    glyph.codePoints = [...text].flatMap((sign) => sign.codePointAt(0) ?? []);
  }
  return run;
}
