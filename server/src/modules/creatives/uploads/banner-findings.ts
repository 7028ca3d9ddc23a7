import { type BannerFinding, findingSeverities } from "@litfass/contract/creatives/banner-report";
import type { Language } from "@litfass/contract/kernel/language";
import { t } from "../texts.ts";

/** The checks of ad operations; `finding.<code>` in the catalog describes the finding, `.help` the solution. */
const severities = {
  index_missing: "warning",
  click_tag_missing: "warning",
  size_missing: "error",
  size_assumed: "warning",
  size_conflict: "error",
  size_wrong: "error",
  weight: "error",
  subload_weight: "error",
  many_requests: "warning",
  exchange_limit: "warning",
  external_file: "error",
  library_failed: "error",
  external_call: "warning",
  missing_file: "error",
  missing_font: "warning",
  fixed_link: "warning",
  own_navigation: "error",
  long_animation: "error",
  endless_animation: "error",
  motion_stopped: "warning",
  script_unreadable: "warning",
  svg_script: "warning",
  broken_image: "warning",
  frame: "error",
  redirect: "error",
  storage: "note",
  blocked: "warning",
  unused_file: "warning",
  left_out: "warning",
  library_copied: "note",
  run_weight: "warning",
  run_missing: "warning",
  run_external: "warning",
  run_error: "warning",
  run_no_exit: "warning",
  run_blank: "warning",
  tag_empty: "error",
  tag_host: "error",
  tag_insecure: "error",
  tag_no_click: "warning",
  tag_click_place: "warning",
  tag_network: "note",
  tag_network_host: "warning",
  tag_redirect: "error",
  tag_relative: "error",
} as const satisfies Record<string, BannerFinding["severity"]>;
export type FindingCode = keyof typeof severities;

/** Collects the problems of a banner; repeated ones are reported once. */
export type Findings = {
  /** Adds a finding; `what` is a file, a URL or a number. */
  add(code: FindingCode, what?: string): void;
  /** All findings, errors first, in one language; `offered` are the formats that a wrong size can be changed to. */
  list(lang: Language, offered: readonly string[]): BannerFinding[];
  hasErrors(): boolean;
  /** All findings in a form that can be sent to another thread. */
  entries(): FoundEntries;
};
export type FoundEntries = [FindingCode, string[]][];

const maxListed = 5;
/** A hostile file may repeat itself endlessly, so the number of findings is bounded. */
const maxStored = 100;

/** Starts with earlier findings. */
export function collectFindings(before: FoundEntries = []): Findings {
  const found = new Map(before.map(([code, what]) => [code, new Set(what)]));
  return {
    add(code, what) {
      const known = found.get(code) ?? new Set();
      if (what !== undefined && known.size < maxStored) known.add(what.slice(0, 120));
      found.set(code, known);
    },
    hasErrors: () => [...found.keys()].some((code) => severities[code] === "error"),
    entries: () => [...found].map(([code, what]) => [code, [...what]]),
    list: (lang, offered) =>
      [...found]
        .map(([code, what]) => {
          const files = [...what].slice(0, maxListed);
          const value = files.join(", ") + (what.size > maxListed ? ", …" : "");
          return {
            code,
            severity: severities[code],
            message: t(lang, `finding.${code}`, { value }),
            help: t(lang, `finding.${code}.help`, { formats: offered.join(", ") }),
            files,
          };
        })
        .sort((a, b) => findingSeverities.indexOf(a.severity) - findingSeverities.indexOf(b.severity)),
  };
}
