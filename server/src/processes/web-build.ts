import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { StartError } from "@litfass/platform/process/lifetime";

/** The inputs of the web build. */
const sources = ["web", "contract/src", "package-lock.json"];
const notSources = new Set(["node_modules", "dist", ".vite"]);

/** Builds the web app if its sources have changed since the last build. @returns whether it was built. */
export function buildWeb(root: string, say: (line: string) => void): boolean {
  if (!existsSync(path.join(root, "web/index.html"))) return false;
  const dist = path.join(root, "web/dist");
  const record = path.join(dist, ".sources");
  const wanted = hashOfSources(root);
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return false;
  say("Building the web app");
  const npm = process.env.npm_execpath;
  const args = ["run", "--silent", "build", "--workspace=web"];
  // Always a production build, even in tests, without React's development checks.
  const options = { cwd: root, encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } } as const;
  const build = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (build.status !== 0) throw new StartError(`the web app could not be built\n${build.stdout}${build.stderr}`);
  mkdirSync(dist, { recursive: true });
  compressFiles(path.join(dist, "assets"));
  writeFileSync(record, wanted);
  return true;
}

/**
 * Production starts never build: that needs the development packages, a writable checkout and memory. A release may
 * leave the web app's sources out; where they are present, they must be those that were built.
 * @throws StartError if the build is missing or outdated.
 */
export function requireBuiltWeb(root: string): void {
  const record = path.join(root, "web/dist/.sources");
  if (!existsSync(record)) throw new StartError("the web app is not built: run `npm ci` and `npm run build` first");
  const hasSources = existsSync(path.join(root, "web/src"));
  if (hasSources && readFileSync(record, "utf8") !== hashOfSources(root)) {
    throw new StartError("the web app has changed since it was built: run `npm ci` and `npm run build` first");
  }
}

/** Smaller files do not benefit. */
const leastBytes = 1024;

/** Precompresses each text file, so that no request waits for compression. */
function compressFiles(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (!/\.(js|css|svg|json)$/.test(name) || statSync(file).size < leastBytes) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** A hash of everything that the build reads. */
export function hashOfSources(root: string): string {
  const hash = createHash("sha256");
  const add = (relative: string): void => {
    const absolute = path.join(root, relative);
    if (!existsSync(absolute)) return;
    hash.update(relative).update("\0").update(readFileSync(absolute)).update("\0");
  };
  const walk = (folder: string): void => {
    const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (notSources.has(entry.name)) continue;
      const relative = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(relative);
      else if (entry.isFile()) add(relative);
    }
  };
  for (const source of sources) {
    if (source.includes(".")) add(source);
    else if (existsSync(path.join(root, source))) walk(source);
  }
  return hash.digest("hex");
}
