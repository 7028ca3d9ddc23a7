import type {
  BannerFileReport,
  BannerLoads,
  BannerReport,
  BrowserState,
} from "@litfass/contract/creatives/banner-report";
import type { Format } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { collectFindings, type FindingCode, type Findings, type FoundEntries } from "./banner-findings.ts";
import { loadRule } from "./banner-limits.ts";
import { loadsOf } from "./banner-loads.ts";
import type { Size } from "./banner-size.ts";
import type { BannerRun } from "./browser/banner-run.ts";

/** The result of a check, independent of language. */
export type BannerFacts = {
  found: FoundEntries;
  size: Size | null;
  files: BannerFileReport[];
  /** A third-party tag, which has no files and no weight here. */
  isTag?: true;
};

/** The reader of a report, the exchanges whose own limits it includes, and the formats that can be booked. */
export type ReportContext = { lang: Language; exchanges: Exchange[]; offered: readonly Format[] };

export const sizeText = ({ width, height }: Size): Format => `${width}x${height}`;
const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} KB`;
const above = (bytes: number, limit: number): string => `${kilobytes(bytes)} > ${kilobytes(limit)}`;

/** Reports weights above the limits of the size. */
export function reportLoads(loads: BannerLoads, size: string | null, findings: Findings): void {
  const rule = loadRule(size);
  if (loads.initial_bytes > rule.initialBytes) findings.add("weight", above(loads.initial_bytes, rule.initialBytes));
  if (loads.subload_bytes > rule.subloadBytes) {
    findings.add("subload_weight", above(loads.subload_bytes, rule.subloadBytes));
  }
  if (loads.initial_requests > rule.initialRequests) {
    findings.add("many_requests", `${loads.initial_requests} > ${rule.initialRequests}`);
  }
}

/** A check in human-readable form; browser measurements replace estimates. */
export function presentReport(
  { facts, browser, run }: { facts: BannerFacts; browser: BrowserState; run?: BannerRun | null },
  { lang, exchanges, offered }: ReportContext,
): BannerReport {
  const size = facts.size && sizeText(facts.size);
  const files = run ? measured(facts.files, run) : facts.files;
  const loads = loadsOf(files);
  const findings = collectFindings(facts.found.filter(([code]) => !run || !estimated.has(code)));
  if (run) reportRun(run, loads, size, findings);
  reportExchanges(loads, exchanges, findings);
  const { rule, initialBytes, subloadBytes, initialRequests } = loadRule(size);
  return {
    ok: !findings.hasErrors(),
    width: facts.size?.width ?? null,
    height: facts.size?.height ?? null,
    loads,
    limits: { rule, initial_bytes: initialBytes, subload_bytes: subloadBytes, initial_requests: initialRequests },
    browser,
    files,
    findings: findings.list(lang, offered),
  };
}

/** Findings that a browser run answers better. */
const estimated: ReadonlySet<FindingCode> = new Set(["many_requests", "missing_font", "external_call"]);

/** Files that were not requested may still be loaded later or by a click, so they are not reported. */
const measured = (files: BannerFileReport[], { initial, subload }: BannerRun): BannerFileReport[] =>
  files.map((file) => ({
    ...file,
    phase: initial.includes(file.name) ? "initial" : subload.includes(file.name) ? "subload" : "unused",
  }));

function reportRun(run: BannerRun, loads: BannerLoads, size: string | null, findings: Findings): void {
  for (const name of run.missing) findings.add("run_missing", name);
  for (const address of run.external) findings.add("run_external", address);
  for (const message of run.errors) findings.add("run_error", message);
  if (!run.hasExit) findings.add("run_no_exit");
  if (run.isBlank) findings.add("run_blank");
  const rule = loadRule(size);
  if (loads.initial_bytes > rule.initialBytes)
    findings.add("run_weight", above(loads.initial_bytes, rule.initialBytes));
  if (loads.subload_bytes > rule.subloadBytes)
    findings.add("run_weight", above(loads.subload_bytes, rule.subloadBytes));
  if (loads.initial_requests > rule.initialRequests) {
    findings.add("many_requests", `${loads.initial_requests} > ${rule.initialRequests}`);
  }
}

/** Exchanges may allow less than the IAB; the banner is accepted and its advertiser informed. */
function reportExchanges(loads: BannerLoads, exchanges: Exchange[], findings: Findings): void {
  for (const { name, bannerLimits } of exchanges) {
    if (!bannerLimits) continue;
    const { initialBytes, subloadBytes } = bannerLimits;
    if (loads.initial_bytes > initialBytes)
      findings.add("exchange_limit", `${name}: ${above(loads.initial_bytes, initialBytes)}`);
    if (loads.subload_bytes > subloadBytes)
      findings.add("exchange_limit", `${name}: ${above(loads.subload_bytes, subloadBytes)}`);
  }
}
