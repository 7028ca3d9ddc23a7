import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readSources } from "../boundaries/read-sources.ts";
import type { ProjectFile } from "../sources/parsed-file.ts";
import { areaOfMutation } from "./areas.ts";
import { instrument, type NumberedMutant } from "./instrument.ts";
import { mutantsOf } from "./mutants.ts";
import { nearestTests } from "./nearest-tests.ts";
import { sampleOf } from "./random-sample.ts";
import type { Judged } from "./report.ts";
import { type OnResult, type Result, runTrials } from "./test-runner.ts";
import type { Trial } from "./try-mutant.ts";

type Settings = {
  area: string;
  files: ProjectFile[];
  folder: string;
  sample: number;
  seed: number;
  /** How many of the nearest test files of each file may run. */
  tests: number;
  /** How many of those that reach a mutant run with it. */
  runs: number;
  deadline: number;
  isChosen: (file: string) => boolean;
  onJudged: (mutant: Judged) => void;
  onResult: OnResult;
};

/** A sound test file with the mutants it reaches while it runs. */
type Reach = { test: string; ms: number; hits: Set<number> };

/** How many mutants one process tries before it is replaced: those that reload modules fill its memory. */
const chunk = { plain: 60, reload: 15 };

/** Tries a sample of an area's mutants with the tests that reach them. */
export async function judgeArea(settings: Settings): Promise<Judged[]> {
  const { area, files, folder, onJudged } = settings;
  const own = files.filter(({ path: file }) => areaOfMutation(file) === area && settings.isChosen(file));
  const all = own.flatMap(mutantsOf).map((mutant, at): NumberedMutant => ({ ...mutant, id: at + 1 }));
  for (const { path: file, text } of own) {
    const target = path.posix.relative(path.posix.dirname(file), "scripts/mutate/active-mutant.ts");
    const mutants = all.filter((mutant) => mutant.path === file);
    writeFileSync(path.join(folder, file), instrument(text, mutants, target));
  }
  const sources = readSources(files);
  const near = new Map(own.map(({ path: file }) => [file, nearestTests(sources, file).slice(0, settings.tests)]));
  const { reaches, loaded } = await measure(folder, [...new Set([...near.values()].flat())]);
  const isReached = ({ id }: NumberedMutant): boolean => loaded.has(id) || reaches.some(({ hits }) => hits.has(id));
  const chosen =
    settings.sample === 0 ? all.filter((mutant) => !isReached(mutant)) : sampleOf(all, settings.sample, settings.seed);
  console.log(
    `${area}: ${chosen.length} of ${all.length} mutants, seed ${settings.seed}, ${reaches.length} test files`,
  );

  const trialsOf = (mutant: NumberedMutant): Trial[] => {
    const reload = loaded.has(mutant.id);
    // Every test that starts the server reaches the lines that mount routes, and says little about them: the nearest
    // tests come first.
    const order = near.get(mutant.path) ?? [];
    const rankOf = ({ test }: Reach): number => (order.includes(test) ? order.indexOf(test) : order.length);
    const reaching = reaches
      .filter(({ hits }) => hits.has(mutant.id))
      .sort((a, b) => rankOf(a) - rankOf(b) || a.ms - b.ms);
    const loading = order.flatMap((test) => reaches.filter((one) => one.test === test));
    const tests = reload ? [...new Set([...reaching, ...loading])] : reaching;
    return tests
      .slice(0, settings.runs)
      .map(({ test }, at) => ({ id: mutant.id, key: `${mutant.id}-${at}`, test, reload }));
  };
  const judged: Judged[] = [];
  for (const reload of [false, true]) {
    const group = chosen.filter(({ id }) => loaded.has(id) === reload);
    const size = reload ? chunk.reload : chunk.plain;
    for (let at = 0; at < group.length && Date.now() < settings.deadline; at += size) {
      const mutants = group.slice(at, at + size);
      const outcomes = await judge(folder, mutants.flatMap(trialsOf), settings.onResult);
      for (const mutant of mutants) {
        const one: Judged = { ...mutant, area, outcome: outcomes.get(mutant.id) ?? "untested" };
        judged.push(one);
        onJudged(one);
      }
    }
  }
  if (judged.length < chosen.length) console.log(`${chosen.length - judged.length} mutants were not tried: time is up`);
  return judged;
}

/** Runs each test file without a mutant. Those that fail are not used. */
async function measure(folder: string, tests: string[]): Promise<{ reaches: Reach[]; loaded: Set<number> }> {
  const hitsOf = (file: string): number[] =>
    existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean).map(Number) : [];
  const file = (at: number): string => path.join(folder, `hits-${at}`);
  const trials = tests.map((test, at): Trial => ({ id: 0, key: `0-${at}`, test, reload: false, hits: file(at) }));
  const results = await runTrials(folder, trials);
  const loaded = new Set(tests.flatMap((_, at) => hitsOf(`${file(at)}.load`)));
  const reaches = results.flatMap(({ trial, outcome, ms, why }): Reach[] => {
    if (outcome !== "passed") console.log(`Not used, because it fails: ${trial.test} (${why})`);
    return outcome === "passed" ? [{ test: trial.test, ms, hits: new Set(hitsOf(String(trial.hits))) }] : [];
  });
  return { reaches, loaded };
}

type Outcome = "killed" | "survived" | "timed out";

/**
 * Judges mutants by their trials. Afterwards every test file runs without a mutant once more: if it fails, a mutant
 * has damaged the process, and its failures prove nothing: they are tried again.
 */
async function judge(folder: string, trials: Trial[], onResult: OnResult): Promise<Map<number, Outcome>> {
  const controls = [...new Set(trials.map(({ test }) => test))].map(
    (test, at): Trial => ({ id: 0, key: `control-${at}`, test, reload: false }),
  );
  const results = await runTrials(folder, [...trials, ...controls], onResult);
  const unsound = new Set(
    results.filter(({ trial, outcome }) => trial.id === 0 && outcome !== "passed").map(({ trial }) => trial.test),
  );
  const ofMutants = results.filter(({ trial }) => trial.id > 0);
  const isDoubtful = ({ trial, outcome }: Result): boolean => outcome !== "passed" && unsound.has(trial.test);
  const again = ofMutants.filter(isDoubtful).map(({ trial }) => trial);
  const proven = [...ofMutants.filter((result) => !isDoubtful(result)), ...(await runTrials(folder, again))];
  const outcomes = new Map<number, Outcome>();
  for (const { trial, outcome } of proven) {
    const before = outcomes.get(trial.id);
    if (before === undefined || before === "survived")
      outcomes.set(trial.id, outcome === "passed" ? "survived" : outcome === "failed" ? "killed" : outcome);
  }
  return outcomes;
}
