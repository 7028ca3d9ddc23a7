import path from "node:path";
import { boundaryProblems } from "./boundaries/check.ts";
import { limits } from "./limits/rules.ts";
import { migrationProblems, recordMigrations } from "./migrations/order.ts";
import { requirementProblems } from "./requirements/check.ts";
import { root } from "./run-steps.ts";
import { differences, type Found, lowered, readBaseline, writeBaseline } from "./sources/baseline.ts";
import { readProject } from "./sources/parsed-file.ts";
import { translationHits } from "./wording/translations.ts";
import { wordingHits } from "./wording/wording.ts";

/**
 * Every check of the project's own files, in one process that parses each file once. `--update` lowers the baselines
 * to the current counts, never raising one, and records new migrations.
 */
const files = readProject(root);
const measured: [file: string, found: Found[]][] = [
  [
    "scripts/wording/baseline.json",
    [
      { rule: "wording", hits: wordingHits(files) },
      { rule: "translations", hits: translationHits(files) },
    ],
  ],
  ["scripts/limits/baseline.json", limits.map(([rule, find]) => ({ rule, hits: find(files) }))],
];
if (process.argv.includes("--update")) {
  recordMigrations(root);
  for (const [file, found] of measured) {
    const at = path.join(root, file);
    writeBaseline(at, lowered(found, readBaseline(at)));
  }
}
const checks: [name: string, problems: string[]][] = [
  ["boundaries", boundaryProblems(files)],
  ["migrations", migrationProblems(root)],
  ["requirements", requirementProblems(root, files)],
  ...measured.map(([file, found]): [string, string[]] => [
    path.basename(path.dirname(file)),
    differences(found, readBaseline(path.join(root, file))),
  ]),
];
for (const [, problems] of checks) for (const problem of problems) console.error(problem);
console.log(`${files.length} files; ${checks.map(([name, { length }]) => `${name}: ${length}`).join(", ")}`);
process.exit(checks.some(([, problems]) => problems.length > 0) ? 1 : 0);
