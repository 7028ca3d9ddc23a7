import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readSources } from "./boundaries/read-sources.ts";
import { areaOfMutation, areas } from "./mutate/areas.ts";
import { type Mutant, mutantsOf, mutated } from "./mutate/mutants.ts";
import { nearestTests } from "./mutate/nearest-tests.ts";
import { sampleOf } from "./mutate/random-sample.ts";
import { type Judged, scores, survivorLines } from "./mutate/report.ts";
import { startRunner } from "./mutate/test-runner.ts";
import { copyProject } from "./mutate/workspace.ts";
import { root } from "./run-steps.ts";
import { readProject } from "./sources/parsed-file.ts";

/**
 * `npm run mutate -- [--area ledger] [--only GLOB] [--sample 10] [--seed 1] [--tests 6] [--seconds 60]`: makes small changes to the
 * code and reports those that no test detects. Each mutant runs the nearest test files that import its file, at most
 * `--tests` of them, until one fails; so the score is a lower bound. Test files that take longer than `--seconds` by
 * themselves are not used.
 */
const { values } = parseArgs({
  options: {
    area: { type: "string" },
    only: { type: "string" },
    sample: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: "6" },
    minutes: { type: "string", default: "60" },
    seconds: { type: "string", default: "60" },
  },
});
const [sample, seed, maxTests] = [Number(values.sample), Number(values.seed), Number(values.tests)];
const deadline = Date.now() + Number(values.minutes) * 60_000;
const soundTimeoutMs = Number(values.seconds) * 1000;
/** A mutant's run may take this many times as long as its tests without it, and `startMs` more. */
const slowdown = 3;
const startMs = 30_000;

const files = readProject(root);
const sources = readSources(files);
const chosen = files.filter(
  ({ path: file }) =>
    areaOfMutation(file) !== undefined &&
    (values.area === undefined || areaOfMutation(file) === values.area) &&
    (values.only === undefined || path.matchesGlob(file, values.only)),
);
const mutants = Object.keys(areas).flatMap((area) => {
  const all = chosen.filter(({ path: file }) => areaOfMutation(file) === area).flatMap(mutantsOf);
  return sampleOf(all, sample, seed).map((mutant, rank) => ({ ...mutant, area, rank }));
});
// Alternates between areas, so that a run that ends early covers all of them.
mutants.sort((a, b) => a.rank - b.rank);
console.log(`${mutants.length} mutants, seed ${seed}`);

const workspace = copyProject(root);
const runner = startRunner(workspace.folder);
const textOf = (file: string): string => files.find(({ path: one }) => one === file)?.text ?? "";
const judged: Judged[] = [];
/** How long a test file takes by itself; null if it fails or is too slow, and so proves nothing about a mutant. */
const durations = new Map<string, number | null>();

async function durationOf(file: string, test: string): Promise<number | null> {
  const known = durations.get(test);
  if (known !== undefined) return known;
  const startedMs = performance.now();
  const isSound = (await runner.run(file, [test], soundTimeoutMs)) === "passed";
  const duration = isSound ? performance.now() - startedMs : null;
  durations.set(test, duration);
  return duration;
}

async function soundTests(file: string): Promise<{ tests: string[]; timeoutMs: number }> {
  const tests: string[] = [];
  let timeoutMs = startMs;
  for (const test of nearestTests(sources, file).slice(0, 2 * maxTests)) {
    const duration = tests.length < maxTests ? await durationOf(file, test) : null;
    if (duration === null) continue;
    tests.push(test);
    timeoutMs += slowdown * duration;
  }
  return { tests, timeoutMs: Math.round(timeoutMs) };
}

async function judge(mutant: Mutant & { area: string }): Promise<Judged["outcome"]> {
  const { tests, timeoutMs } = await soundTests(mutant.path);
  if (tests.length === 0) return "untested";
  const copy = path.join(workspace.folder, mutant.path);
  writeFileSync(copy, mutated(textOf(mutant.path), mutant));
  const outcome = await runner.run(mutant.path, tests, timeoutMs);
  writeFileSync(copy, textOf(mutant.path));
  return outcome === "passed" ? "survived" : outcome === "failed" ? "killed" : outcome;
}

try {
  for (const mutant of mutants) {
    if (Date.now() > deadline) break;
    const outcome = await judge(mutant);
    console.log(`${outcome.padEnd(9)} ${mutant.path}:${mutant.line} ${mutant.operator}`);
    judged.push({ ...mutant, outcome });
    if (outcome === "survived" || outcome === "untested") {
      console.log(survivorLines({ ...mutant, outcome }, textOf(mutant.path)));
    }
  }
} finally {
  await runner.stop();
  workspace.remove();
}
if (judged.length < mutants.length) console.log(`${mutants.length - judged.length} mutants were not tried: time is up`);
for (const line of scores(judged)) console.log(line);
