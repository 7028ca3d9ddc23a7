import allowed from "./allowed.json" with { type: "json" };

/** Words that mean nothing in this field, and their replacements. */
const words: [pattern: string, instead: string][] = [
  ["houses?", "installation, server, platform or test server"],
  ["rooms?", "module"],
  ["mend(s|ed|ing)?", "fix, repair, migrate"],
  ["anew", "again, from scratch"],
  ["whoever", "anyone who, the user"],
  ["wish(es|ed)?", "request, preference, option"],
  ["mats?", "panel, surface"],
  ["sheets?", "drawer, dialog, page"],
  ["pillars?", "column, theme"],
];

/** Phrases of prose only; in code their words can be correct. */
const phrases: [pattern: string, instead: string][] = [
  ["stands? (here|below|above|behind|there|beside)", "is"],
  ["(the|a|of|its|few|no|more|new|these|their) looks(?! (up|at|for|into|like))", "appearance, lookup"],
  ["(the|a|an|its|no|each|every|all|what is|already|newly) kept (?!alive)", "saved, stored, retained"],
];

/** Words of an identifier, as `mostBodyBytes` has three. */
const wordsOfName = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_$-]+/g, " ")
    .trim()
    .toLowerCase()
    .split(/\s+/);

const anyOf = (list: [string, string][]): RegExp => new RegExp(`\\b(?:${list.map(([one]) => one).join("|")})\\b`, "gi");
const prose = anyOf([...words, ...phrases]);
const single = new RegExp(`^(?:${words.map(([one]) => one).join("|")})$`);
const allowedPhrases = new RegExp(`\\b(?:${allowed.join("|")})\\b`, "gi");
const code = /`[^`]*`/g;

/** Banned words of a text, with their places. Code in backticks is checked at its declaration. */
export function bannedInProse(text: string): { at: number; word: string }[] {
  const blank = (found: string): string => " ".repeat(found.length);
  const judged = text.replaceAll(code, blank).replaceAll(allowedPhrases, blank);
  return [...judged.matchAll(prose)].map((match) => ({ at: match.index, word: match[0] }));
}

/** The banned word of an identifier or file name, or null. */
export function bannedInName(name: string): string | null {
  const parts = wordsOfName(name);
  if (parts[0] === "most" && parts.length > 1) return "most…";
  if (new RegExp(`^(?:${allowed.join("|")})$`, "i").test(parts.join(" "))) return null;
  const joined = parts.join(" ").replaceAll(allowedPhrases, "");
  return joined.split(/\s+/).find((part) => single.test(part)) ?? null;
}

/** The replacement of a word, for the message. */
export const insteadOf = (word: string): string =>
  [...words, ...phrases].find(([pattern]) => new RegExp(`^(?:${pattern})`, "i").test(word))?.[1] ?? "max…";
