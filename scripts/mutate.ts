import path from "node:path";
import { parseArgs } from "node:util";
import { areas } from "./mutate/areas.ts";
import { judgeArea } from "./mutate/judge-area.ts";
import { scores, survivorLines } from "./mutate/report.ts";
import { copyProject } from "./mutate/workspace.ts";
import { root } from "./run-steps.ts";
import { readProject } from "./sources/parsed-file.ts";

/**
 * `npm run mutate -- [--area ledger] [--only GLOB] [--sample 100] [--seed 1] [--tests 12] [--runs 6] [--minutes 60]`: makes
 * small changes to the code and reports those that no test detects. The nearest `--tests` test files of each file run
 * once without a mutant; each mutant then runs up to `--runs` of those that reach it until one fails. So the score is
 * a lower bound. `--sample 0` lists all mutants that no test reaches. `--trials` prints every run.
 */
const { values } = parseArgs({
  options: {
    area: { type: "string" },
    only: { type: "string" },
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: "12" },
    runs: { type: "string", default: "6" },
    minutes: { type: "string", default: "60" },
    trials: { type: "boolean", default: false },
  },
});
const { area: chosen, only } = values;
if (chosen !== undefined && !(chosen in areas)) throw new Error(`Areas: ${Object.keys(areas).join(", ")}`);
const files = readProject(root);
const deadline = Date.now() + Number(values.minutes) * 60_000;

for (const area of Object.keys(areas).filter((name) => chosen === undefined || name === chosen)) {
  const workspace = copyProject(root);
  try {
    const judged = await judgeArea({
      area,
      files,
      folder: workspace.folder,
      sample: Number(values.sample),
      seed: Number(values.seed),
      tests: Number(values.tests),
      runs: Number(values.runs),
      deadline,
      isChosen: (file) => only === undefined || path.matchesGlob(file, only),
      onResult({ trial, outcome, ms }) {
        if (values.trials) console.log(`${outcome} ${Math.round(ms)} ms, mutant ${trial.id}, ${trial.test}`);
      },
      onJudged(mutant) {
        if (mutant.outcome !== "survived" && mutant.outcome !== "untested") return;
        const text = files.find((one) => one.path === mutant.path)?.text ?? "";
        console.log(survivorLines(mutant, text));
      },
    });
    for (const line of scores(judged)) console.log(line);
  } finally {
    workspace.remove();
  }
}
