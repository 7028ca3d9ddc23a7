import { readFileSync } from "node:fs";
import path from "node:path";
import type { ProjectFile } from "../sources/parsed-file.ts";
import { readRequirements, requirementsPage, unknownIds } from "./page.ts";
import { namedTests } from "./read-tests.ts";

export const pagePath = "docs/requirements.md";

/** The expected page, and test titles with an unknown requirement. */
export function requirementsOf(root: string, files: ProjectFile[]): { page: string; unknown: string[] } {
  const requirements = readRequirements(readFileSync(path.join(root, "docs/requirements.tsv"), "utf8"));
  const tests = namedTests(files);
  return { page: requirementsPage(requirements, tests), unknown: unknownIds(requirements, tests) };
}

/** The errors of the table, the page and the titles, one line each. */
export function requirementProblems(root: string, files: ProjectFile[]): string[] {
  const { page, unknown } = requirementsOf(root, files);
  const written = files.find(({ path: file }) => file === pagePath)?.text;
  return written === page ? unknown : [...unknown, `${pagePath} is out of date: npm run requirements`];
}
