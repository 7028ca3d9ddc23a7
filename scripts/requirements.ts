import { writeFileSync } from "node:fs";
import path from "node:path";
import { pagePath, requirementsOf } from "./requirements/check.ts";
import { root } from "./run-steps.ts";
import { readProject } from "./sources/parsed-file.ts";

/** `npm run requirements`: writes docs/requirements.md from the table and the test titles. */
const { page, unknown } = requirementsOf(root, readProject(root));
writeFileSync(path.join(root, pagePath), page);
for (const line of unknown) console.error(line);
console.log(page.split("\n").find((line) => line.includes("requirements are named")));
process.exit(unknown.length > 0 ? 1 : 0);
