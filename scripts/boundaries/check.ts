import type { ProjectFile } from "../sources/parsed-file.ts";
import { onDemandViolations } from "./on-demand.ts";
import { dataPlane, notYetCommands } from "./open-transactions.ts";
import { slowPatterns } from "./patterns.ts";
import { impureUses } from "./pure-rule.ts";
import { readSources } from "./read-sources.ts";
import { violationsOf } from "./rules.ts";
import { workerOnlyViolations } from "./worker-only.ts";

/**
 * Forbidden imports, cycles, long files, crowded folders, transactions outside commands, slow patterns, impure auctions,
 * rendering in the main thread: one line each.
 */
export function boundaryProblems(files: ProjectFile[]): string[] {
  const listed = [...notYetCommands, ...Object.keys(dataPlane)];
  const sources = readSources(files);
  const violations = [
    ...violationsOf(sources, listed),
    ...workerOnlyViolations(sources),
    ...onDemandViolations(sources),
    ...slowPatterns(files),
    ...impureUses(files),
  ];
  return violations.map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}
