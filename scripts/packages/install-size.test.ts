import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../run-steps.ts";

type LockedPackage = { dev?: boolean; link?: boolean };

/** The bytes of a package without those of packages inside it, which the lockfile lists too. */
function bytesOf(folder: string): number {
  // Those of other systems are listed, but not installed.
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .map((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? bytesOf(file) : lstatSync(file).size;
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Trimming removes 195 MB of these, so that an installation stays below 900 MB. */
const maxMb = 1_090;

test("the packages of a production installation stay below 900 MB once they are trimmed", () => {
  const lockfile = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = Object.entries(lockfile.packages)
    .filter(([folder, { dev, link }]) => folder.startsWith("node_modules/") && dev !== true && link !== true)
    .map(([folder]) => ({ folder, mb: bytesOf(path.join(root, folder)) / 1e6 }))
    .sort((a, b) => b.mb - a.mb);
  const total = installed.reduce((sum, { mb }) => sum + mb, 0);
  const largest = installed.slice(0, 12).map(({ folder, mb }) => `${folder}: ${mb.toFixed(1)} MB`);
  expect(total, `too much of:\n${largest.join("\n")}`).toBeLessThan(maxMb);
});
