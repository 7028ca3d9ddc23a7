import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { readSources } from "../boundaries/read-sources.ts";
import { root } from "../run-steps.ts";
import { type ProjectFile, readProject } from "../sources/parsed-file.ts";

const entries = [
  "scripts/start.ts",
  "scripts/litfass.ts",
  "server/src/processes/api.ts",
  "server/src/processes/migrate.ts",
  "adserver/src/main.ts",
];
/** Worker threads are started by the address of their file, which is no import. */
const isWorker = (file: string): boolean => /-task\.ts$/.test(file);

type PackageFile = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

function dependenciesOf(workspace: string): Set<string> {
  const file = path.join(root, workspace, "package.json");
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, "utf8")) as PackageFile;
  return new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
}

/** Node's type stripping removes only whole type imports. */
const isErased = ({ text }: ProjectFile, line: number): boolean =>
  /^\s*(import|export) type /.test(text.split("\n")[line - 1] ?? "");

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** The packages that files reachable from the entries load at run time, as `workspace: package`. */
function loadedPackages(): Map<string, string> {
  const files = readProject(root).filter(({ code }) => code !== null);
  const texts = new Map(files.map((file) => [file.path, file]));
  const sources = new Map(readSources(files).map((source) => [source.path, source]));
  const open = [...entries, ...files.map((file) => file.path).filter(isWorker)];
  const seen = new Set<string>();
  const loaded = new Map<string, string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const workspace = file.split("/")[0] ?? "";
    const text = texts.get(file);
    for (const { specifier, target, line } of sources.get(file)?.imports ?? []) {
      if (text === undefined || isErased(text, line)) continue;
      if (target !== null && sources.has(target)) open.push(target);
      const isPackage = !specifier.startsWith(".") && !specifier.startsWith("node:");
      if (isPackage && !builtinModules.includes(specifier)) loaded.set(`${workspace}: ${packageOf(specifier)}`, file);
    }
  }
  return loaded;
}

test("an installation without development packages has every package that its processes import", () => {
  const loaded = loadedPackages();
  expect(loaded.has("server: drizzle-orm")).toBe(true);
  expect(loaded.has("adserver: prom-client")).toBe(true);
  const missing = [...loaded].filter(([use]) => {
    const [workspace = "", name = ""] = use.split(": ");
    return !dependenciesOf(workspace === "scripts" ? "." : workspace).has(name);
  });
  // `npm ci` links the packages of this repository in any case.
  expect(missing.filter(([use]) => !use.includes(": @litfass/"))).toEqual([]);
});
