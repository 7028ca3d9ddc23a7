import type { BannerFinding } from "@litfass/contract/banner-report";
import { type FindingCode, findingTexts, type Lang, textOf } from "./banner-finding-texts.ts";

/** Collects what is wrong with a banner; the same thing in several places is said once. */
export type Findings = {
  /** Notes a finding; `what` is a file, an address or a figure. */
  add(code: FindingCode, what?: string): void;
  /** All of them, errors first, in a language. */
  list(lang: Lang): BannerFinding[];
};

const mostNamed = 5;

export function collectFindings(): Findings {
  const found = new Map<FindingCode, Set<string>>();
  return {
    add(code, what) {
      const known = found.get(code) ?? new Set();
      if (what !== undefined) known.add(what.slice(0, 120));
      found.set(code, known);
    },
    list: (lang) =>
      [...found]
        .map(([code, what]) => {
          const { severity, message, help } = findingTexts[code];
          const files = [...what].slice(0, mostNamed);
          const value = files.join(", ") + (what.size > mostNamed ? ", …" : "");
          return { code, severity, message: textOf(message, lang, { value }), help: help[lang], files };
        })
        .sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error")),
  };
}
