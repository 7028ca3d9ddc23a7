import { type Hyphenate, shortestSplit } from "@litfass/banner/soft-hyphens";
import type { Language } from "@litfass/contract/kernel/language";
import { useEffect, useState } from "react";

/** The rules are up to 700 KB, so they load only when needed. */
const longWord = new RegExp(`[\\p{L}\\u00ad]{${shortestSplit},}`, "u");

const english = () => import("hyphen/en/index.js");
/** The rules of each language, like those of published banners. Words of a language without any stay whole. */
const loads: { [Each in Language]?: typeof english } = {
  en: english,
  de: () => import("hyphen/de/index.js"),
  fr: () => import("hyphen/fr/index.js"),
  it: () => import("hyphen/it/index.js"),
};

const whole: Hyphenate = (word) => word;
const rules = new Map<Language, Hyphenate>();

/** A banner's texts and their language. */
export type Writing = { title: string; description: string; lang: Language };

/** Inserts soft hyphens into long words like the published banner; words stay whole until the rules have loaded. */
export function useHyphenation(writing: Writing | null): Hyphenate {
  const [loaded, setLoaded] = useState(() => new Map(rules));
  const language = writing?.lang ?? "en";
  const isLong = writing !== null && [writing.title, writing.description].some((text) => longWord.test(text));
  const isNeeded = isLong && !loaded.has(language);
  useEffect(() => {
    const load = loads[language];
    if (!isNeeded || !load) return;
    let here = true;
    load().then(
      ({ default: patterns }) => {
        rules.set(language, (word) => patterns.hyphenateSync(word, { minWordLength: shortestSplit }));
        if (here) setLoaded(new Map(rules));
      },
      () => {
        // Without the rules long words break less well here; the published banner is not affected.
      },
    );
    return () => {
      here = false;
    };
  }, [isNeeded, language]);
  return loaded.get(language) ?? whole;
}
