import { writeFileSync } from "node:fs";
import path from "node:path";
import { licenseProblems, licensesPage, licensesPath, packagesOf } from "./licenses/licenses.ts";
import { root } from "./run-steps.ts";

/** `npm run licenses`: writes docs/licences.md from the lockfile. */
const packages = packagesOf(root);
writeFileSync(path.join(root, licensesPath), licensesPage(packages));
const problems = licenseProblems(packages);
for (const problem of problems) console.error(problem);
console.log(`${packages.length} packages`);
process.exit(problems.length > 0 ? 1 : 0);
