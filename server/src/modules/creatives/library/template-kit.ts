import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { BannerKit } from "@litfass/banner/render";
import { shortestSplit } from "@litfass/banner/soft-hyphens";
import { parseTemplate, type Template } from "@litfass/banner/template";
import type { Language } from "@litfass/contract/kernel/language";
import type german from "hyphen/de/index.js";

/** The standard templates in their offered order. */
export const templateNames = [
  ...(["poster", "panorama", "cutout", "split", "offer", "date", "voice", "signet"] as const),
  ...(["menu", "petals", "stripes", "plus", "chevron", "sign", "echo", "strips", "sale", "spec"] as const),
  ...(["notebook", "badge", "plan", "awning", "bauble", "egg", "sun", "ribbon"] as const),
] as const;
export type TemplateName = (typeof templateNames)[number];

const fontFiles: Record<string, string> = {
  Archivo: "archivo.woff2",
  ArchivoText: "archivo-narrow.woff2",
  Figtree: "figtree.woff2",
  Fraunces: "fraunces.woff2",
  Jost: "jost.woff2",
};

export type TemplateKit = BannerKit & {
  templates: Record<TemplateName, { source: string; template: Template }>;
};

export const isTemplateName = (name: string | null): name is TemplateName =>
  templateNames.includes(name as TemplateName);

const require = createRequire(import.meta.url);
let cached: TemplateKit | null = null;

/** The templates with all their files, read once; rendering itself reads nothing. */
export function templateKit(): TemplateKit {
  cached ??= readKit(path.join(import.meta.dirname, "../templates"));
  return cached;
}

function readKit(folder: string): TemplateKit {
  const text = (name: string): string => readFileSync(path.join(folder, name), "utf8");
  const font = (file: string): string =>
    `data:font/woff2;base64,${readFileSync(path.join(folder, "fonts", file)).toString("base64")}`;
  const template = (name: TemplateName) => {
    const source = text(`${name}.html`);
    return [name, { source, template: parseTemplate(source) }] as const;
  };
  return {
    base: text("base.css"),
    runtime: text("runtime.js"),
    fonts: Object.fromEntries(Object.entries(fontFiles).map(([family, file]) => [family, font(file)])),
    hyphenate,
    templates: Object.fromEntries(templateNames.map(template)) as TemplateKit["templates"],
  };
}

/** The patterns of a language, loaded with its first banner; null if none are known. */
function patternsOf(language: Language): typeof german | null {
  const name = `hyphen/${language}/index.js`;
  return hasModule(name) ? (require(name) as typeof german) : null;
}

function hasModule(name: string): boolean {
  try {
    return require.resolve(name) !== "";
  } catch {
    return false;
  }
}

/** Syllables by common hyphenation patterns; shorter words are not split. */
const hyphenate = (word: string, language: Language): string =>
  patternsOf(language)?.hyphenateSync(word, { minWordLength: shortestSplit }) ?? word;
