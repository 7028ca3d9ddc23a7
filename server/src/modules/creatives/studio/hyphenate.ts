import german from "hyphen/de/index.js";

/** German syllables by the common patterns; shorter words stay whole. */
export const hyphenate = (word: string): string => german.hyphenateSync(word, { minWordLength: 9 });
