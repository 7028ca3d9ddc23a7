import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

/** Runs every benchmark of this folder in sequence; each prints its ratios against a baseline of the same run. */
const folder = import.meta.dirname;
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && !["run.ts", "bars.ts"].includes(file))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)))
  .sort();
let failed = 0;
for (const file of files) {
  console.log(`\n== ${file.replace(/\.ts$/, "")}`);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", path.join(folder, file)], {
    stdio: "inherit",
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) failed += 1;
}
if (failed > 0) console.error(`\n${failed} of ${files.length} benchmarks failed`);
process.exit(failed > 0 ? 1 : 0);
