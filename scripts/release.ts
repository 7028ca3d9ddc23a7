import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { licenseProblems, licensesPage, licensesPath, packagesOf } from "./licenses/licenses.ts";
import { prepareRelease, stableBom } from "./release/prepare-release.ts";
import { root } from "./run-steps.ts";

/**
 * `npm version MAJOR.MINOR.PATCH` runs it before its commit: versions of all packages, both changelogs, the licenses and the
 * bill of materials of the release. An error leaves no commit and no tag; `git restore .` undoes the rest.
 */
function run(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 2 ** 20 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

try {
  const files = prepareRelease(root);
  const packages = packagesOf(root);
  const problems = licenseProblems(packages);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  writeFileSync(path.join(root, licensesPath), licensesPage(packages));
  const bom = "docs/sbom.cdx.json";
  writeFileSync(path.join(root, bom), stableBom(run("npm", ["run", "--silent", "sbom"])));
  run("git", ["add", ...files, licensesPath, bom]);
  console.log(`Prepared: ${[...files, licensesPath, bom].join(", ")}`);
} catch (error) {
  console.error(`The release was not prepared: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
