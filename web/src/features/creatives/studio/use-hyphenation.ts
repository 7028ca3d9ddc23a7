import type { Hyphenate } from "@litfass/banner/soften";
import { useEffect, useState } from "react";

/** From this length on a word is cut by syllables; the rules weigh 700 KB, so they come only when one is typed. */
const longWord = /[\p{L}\u00ad]{13,}/u;

const whole: Hyphenate = (word) => word;
let rules: Hyphenate | null = null;

/** Puts soft hyphens into long words as the published banner has them; until the rules have come, words stay whole. */
export function useHyphenation(texts: readonly string[]): Hyphenate {
  const [loaded, setLoaded] = useState<Hyphenate | null>(() => rules);
  const isNeeded = loaded === null && texts.some((text) => longWord.test(text));
  useEffect(() => {
    if (!isNeeded) return;
    let here = true;
    import("hyphen/de/index.js").then(
      ({ default: german }) => {
        rules = (word) => german.hyphenateSync(word, { minWordLength: 9 });
        if (here) setLoaded(() => rules);
      },
      () => {
        // Without the rules long words break less well; the published banner has them in any case.
      },
    );
    return () => {
      here = false;
    };
  }, [isNeeded]);
  return loaded ?? whole;
}
