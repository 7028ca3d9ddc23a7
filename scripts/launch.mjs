// The first step of every npm script. Runs on Node 20 and later without dependencies: installs the lockfile's
// packages, then hands over to the Node pinned in node_modules, because the system's may be older.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { allocatorSettings } from "./allocator-settings.mjs";

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "..");
const [name = "", ...rest] = process.argv.slice(2);
const script = path.join(root, name === "bench" ? "bench/run.ts" : `scripts/${name}.ts`);

/** It must work without the network, on a read-only checkout. */
const isProductionStart = name === "start" && (rest.includes("--production") || process.env.PRODUCTION === "on");

if (!/^[a-z-]+$/.test(name) || !existsSync(script)) fail(`There is no script "${name}"`);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 11))
  fail(`Litfass needs Node 20.11 or later to begin with (this is ${process.version})`);

install();
run(pinnedNode());

/** Runs `npm ci` if node_modules is missing or belongs to another lockfile; a production start only refuses then. */
function install() {
  const modules = path.join(root, "node_modules");
  const lockfile = path.join(root, "package-lock.json");
  const record = path.join(modules, ".litfass-lock");
  const wanted = createHash("sha256").update(readFileSync(lockfile)).digest("hex");
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return;
  if (!existsSync(record) && isNewer(path.join(modules, ".package-lock.json"), lockfile)) {
    if (!isProductionStart) writeFileSync(record, wanted);
    return;
  }
  if (isProductionStart)
    fail("The packages are not those of package-lock.json: run `npm ci` and `npm run build` first");
  console.log("Installing packages");
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (result.status !== 0) fail("The packages could not be installed: npm ci failed");
  writeFileSync(record, wanted);
}

/** `npm ci` was run manually after the lockfile was last written. */
function isNewer(file, than) {
  return existsSync(file) && statSync(file).mtimeMs >= statSync(than).mtimeMs;
}

function pinnedNode() {
  const pinned = path.join(root, "node_modules", ".bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(pinned)) return pinned;
  if (major >= 24) return process.execPath;
  return fail(`There is no packaged Node for ${process.platform} ${process.arch}: start with Node 24 or later`);
}

/** The script is this process's only child: it gets our signals, and exits when its parent does. */
function run(node) {
  const bin = path.join(root, "node_modules", ".bin");
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ""}` };
  // Every process loads the same files: Node's compile cache saves a quarter of the start time.
  env.NODE_COMPILE_CACHE ??= path.join(root, "node_modules", ".cache", "node");
  for (const [variable, value] of Object.entries(allocatorSettings)) env[variable] ??= value;
  // As in platform/src/process/lifetime.ts.
  env.LITFASS_ENDS_WITH_PARENT = "on";
  const preload = `--import=${pathToFileURL(path.join(root, "platform/src/process/quick-imports.mjs")).href}`;
  env.NODE_OPTIONS = [env.NODE_OPTIONS, preload].filter(Boolean).join(" ");
  // The process of `start` waits for the others: the default would let it hold 100 MB of garbage.
  const flags = name === "start" ? ["--max-semi-space-size=2"] : [];
  const child = spawn(node, [...flags, script, ...rest], { cwd: root, stdio: "inherit", env });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // `npm` does not forward SIGTERM; its exit is the only signal.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, 500).unref();
  child.on("error", (error) => fail(`${node} does not run: ${error.message}`));
  child.on("exit", (code, signal) =>
    process.exit(code ?? (signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1)),
  );
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
