import type { BannerFinding } from "@litfass/contract/creatives/banner-report";
import { type FindingCode, findingTexts, type Lang, textOf } from "./banner-finding-texts.ts";

/** Collects what is wrong with a banner; the same thing in several places is said once. */
export type Findings = {
  /** Notes a finding; `what` is a file, an address or a figure. */
  add(code: FindingCode, what?: string): void;
  /** All of them, errors first, in a language. */
  list(lang: Lang): BannerFinding[];
  /** What was found, in a form that another thread can go on with. */
  entries(): FoundEntries;
};
export type FoundEntries = [FindingCode, string[]][];

const maxNamed = 5;
/** A hostile file may repeat itself endlessly; more than this is not remembered. */
const maxRemembered = 100;

/** Starts with what was found before. */
export function collectFindings(before: FoundEntries = []): Findings {
  const found = new Map(before.map(([code, what]) => [code, new Set(what)]));
  return {
    add(code, what) {
      const known = found.get(code) ?? new Set();
      if (what !== undefined && known.size < maxRemembered) known.add(what.slice(0, 120));
      found.set(code, known);
    },
    entries: () => [...found].map(([code, what]) => [code, [...what]]),
    list: (lang) =>
      [...found]
        .map(([code, what]) => {
          const { severity, message, help } = findingTexts[code];
          const files = [...what].slice(0, maxNamed);
          const value = files.join(", ") + (what.size > maxNamed ? ", …" : "");
          return { code, severity, message: textOf(message, lang, { value }), help: help[lang], files };
        })
        .sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error")),
  };
}
