import { execFileSync } from "node:child_process";
import path from "node:path";
import { dataPlane, notYetCommands } from "./boundaries/open-transactions.ts";
import { slowPatterns } from "./boundaries/patterns.ts";
import { readSources } from "./boundaries/read-sources.ts";
import { violationsOf } from "./boundaries/rules.ts";

/** Prints violations of the module boundaries: forbidden imports, cycles, long files, crowded folders, slow patterns. */
const root = path.resolve(import.meta.dirname, "..");
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx"], {
  cwd: root,
  encoding: "utf8",
});
const deleted = new Set(execFileSync("git", ["ls-files", "--deleted"], { cwd: root, encoding: "utf8" }).split("\n"));
const files = listed.split("\n").filter((file) => file && !file.endsWith(".d.ts") && !deleted.has(file));
const violations = [
  ...violationsOf(readSources(root, files), [...notYetCommands, ...Object.keys(dataPlane)]),
  ...slowPatterns(root, files),
];
for (const { path: file, line, rule } of violations) console.error(`${file}:${line} ${rule}`);
console.log(`boundaries: ${files.length} files, ${violations.length} violations`);
process.exit(violations.length > 0 ? 1 : 0);
