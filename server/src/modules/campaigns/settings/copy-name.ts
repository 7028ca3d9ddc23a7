import type { Language } from "@litfass/contract/kernel/messages";

const words = { en: "copy", de: "Kopie" } as const;
const longest = 100;

const madeBefore = new RegExp(` (?:${Object.values(words).join("|")})(?: \\d+)?$`, "u");

/** What the names of all copies of `name` begin with: the name itself without the words of an earlier copy. */
export const copyStem = (name: string): string => name.replace(madeBefore, "");

/**
 * A name for a copy that none of `taken` has: "Spring copy", then "Spring copy 2". Without brackets, which names of
 * campaigns do not hold (RULE-007), and no longer than they may be.
 */
export function copyName(name: string, taken: readonly string[], lang: Language): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  const stem = copyStem(name);
  for (let number = 1; ; number++) {
    const end = number === 1 ? ` ${words[lang]}` : ` ${words[lang]} ${number}`;
    const candidate = `${stem.slice(0, longest - end.length).trimEnd()}${end}`;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}
