import type { Hyphenate } from "@litfass/banner/soft-hyphens";
import { useEffect, useState } from "react";

/** Words of at least this length are hyphenated; the rules are 700 KB, so they load only when needed. */
const longWord = /[\p{L}\u00ad]{13,}/u;

const whole: Hyphenate = (word) => word;
let rules: Hyphenate | null = null;

/** Inserts soft hyphens into long words like the published banner; words stay whole until the rules have loaded. */
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
        // Without the rules long words break less well here; the published banner is not affected.
      },
    );
    return () => {
      here = false;
    };
  }, [isNeeded]);
  return loaded ?? whole;
}
