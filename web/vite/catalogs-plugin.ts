import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export type Texts = { [key: string]: string | Texts };

/** The texts of a language, with missing ones in English (I18N-006). */
export function completed(translated: Texts, english: Texts): Texts {
  const texts: Texts = { ...translated };
  for (const [key, text] of Object.entries(english)) {
    const own = texts[key];
    if (own === undefined) texts[key] = text;
    else if (typeof own === "object" && typeof text === "object") texts[key] = completed(own, text);
  }
  return texts;
}

/** French and Italian use a form of their own for a million, `_many`, with the same text as `_other`. */
export function withMany(texts: Texts, language: string): Texts {
  if (!new Intl.PluralRules(language).resolvedOptions().pluralCategories.includes("many")) return texts;
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]): [string, string | Texts][] => {
      if (typeof text === "object") return [[key, withMany(text, language)]];
      const many = key.replace(/_other$/, "_many");
      return many === key || many in texts
        ? [[key, text]]
        : [
            [key, text],
            [many, text],
          ];
    }),
  );
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Texts;

/** Completes the catalogs at build time, so that no one has to load the English ones too. */
export function catalogsPlugin(): Plugin {
  return {
    name: "litfass-catalogs",
    enforce: "pre",
    load: {
      filter: { id: /\/i18n\/(?!en\/)[a-z]{2}\/[\w-]+\.json$/ },
      handler(id) {
        const english = id.replace(/\/i18n\/[a-z]{2}\//, "/i18n/en/");
        const [, language = "en"] = /\/i18n\/([a-z]{2})\//.exec(id) ?? [];
        this.addWatchFile(english);
        return JSON.stringify(withMany(completed(read(id), read(english)), language));
      },
    },
  };
}
