import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export type Texts = { [key: string]: string | Texts };

/** The German texts, with missing ones in English (I18N-006). */
export function completed(german: Texts, english: Texts): Texts {
  const texts: Texts = { ...german };
  for (const [key, text] of Object.entries(english)) {
    const own = texts[key];
    if (own === undefined) texts[key] = text;
    else if (typeof own === "object" && typeof text === "object") texts[key] = completed(own, text);
  }
  return texts;
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Texts;

/** Completes the German catalogs at build time, so that German users need not load the English ones too. */
export function catalogsPlugin(): Plugin {
  return {
    name: "litfass-catalogs",
    enforce: "pre",
    load: {
      filter: { id: /\/i18n\/de\/[\w-]+\.json$/ },
      handler(id) {
        const english = id.replace("/i18n/de/", "/i18n/en/");
        this.addWatchFile(english);
        return JSON.stringify(completed(read(id), read(english)));
      },
    },
  };
}
