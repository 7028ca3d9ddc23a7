import { type Language, languages } from "@litfass/contract/kernel/messages";
import { t } from "../texts.ts";

const maxLength = 100;

/** Names of earlier copies are recognized by the word that they end with, in either language. */
const suffixes = languages.map((lang) => t(lang, "copy_suffix"));
const copySuffix = new RegExp(` (?:${suffixes.join("|")})(?: \\d+)?$`, "u");

/** The beginning that the names of all copies of `name` share: the name itself without the suffix of an earlier copy. */
export const copyStem = (name: string): string => name.replace(copySuffix, "");

/**
 * A name for a copy that none of `taken` has: "Spring copy", then "Spring copy 2". Without brackets, which names of
 * campaigns cannot contain (RULE-007), and no longer than they may be.
 */
export function copyName(name: string, taken: readonly string[], lang: Language): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  const stem = copyStem(name);
  const word = t(lang, "copy_suffix");
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? ` ${word}` : ` ${word} ${number}`;
    const candidate = `${stem.slice(0, maxLength - suffix.length).trimEnd()}${suffix}`;
    if (!used.has(candidate.toLowerCase())) return candidate;
  }
}
