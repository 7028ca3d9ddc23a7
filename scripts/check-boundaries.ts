import { boundaryProblems } from "./boundaries/check.ts";
import { root } from "./run-steps.ts";
import { readProject } from "./sources/parsed-file.ts";

/** Prints only violations of the module boundaries; `npm run check:sources` includes them. */
const problems = boundaryProblems(readProject(root));
for (const problem of problems) console.error(problem);
console.log(`boundaries: ${problems.length} violations`);
process.exit(problems.length > 0 ? 1 : 0);
