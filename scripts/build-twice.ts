import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "./run-steps.ts";

/**
 * `npm run build:twice` builds the last commit in two folders of different lengths, in different time zones, and compares
 * every byte of both builds. Packages are hard links, so that no path leads out of a folder. Node runs no TypeScript below
 * `node_modules`.
 */
const scratch = path.join(root, ".builds");

function run(command: string, args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }): void {
  const { status, stderr, stdout } = spawnSync(command, args, { ...options, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}`);
}

function build(name: string, TZ: string): Map<string, string> {
  const folder = path.join(scratch, name);
  mkdirSync(path.join(folder, "node_modules"), { recursive: true });
  run("sh", ["-c", `git archive HEAD | tar -x -C "${folder}"`], { cwd: root });
  const packages = readdirSync(path.join(root, "node_modules")).filter((each) => each !== ".cache");
  run("cp", ["-al", ...packages, path.join(folder, "node_modules")], { cwd: path.join(root, "node_modules") });
  for (const own of ["web", "server"]) {
    const modules = path.join(root, own, "node_modules");
    if (statSync(modules, { throwIfNoEntry: false })) {
      cpSync(modules, path.join(folder, own, "node_modules"), { recursive: true, verbatimSymlinks: true });
    }
  }
  run(process.execPath, ["scripts/build.ts"], { cwd: folder, env: { ...process.env, TZ } });
  const dist = path.join(folder, "web/dist");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).sort();
  const hashes = new Map<string, string>();
  for (const file of files) {
    if (!statSync(path.join(dist, file)).isFile()) continue;
    hashes.set(
      file,
      createHash("sha256")
        .update(readFileSync(path.join(dist, file)))
        .digest("hex"),
    );
  }
  return hashes;
}

rmSync(scratch, { recursive: true, force: true });
try {
  const one = build("one", "Pacific/Auckland");
  const two = build("the-second-folder", "America/Los_Angeles");
  const different = [...new Set([...one.keys(), ...two.keys()])].filter((file) => one.get(file) !== two.get(file));
  for (const file of different) console.error(`differs: ${file}`);
  console.log(`${one.size} files, ${different.length} different`);
  process.exitCode = different.length === 0 && one.size > 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
