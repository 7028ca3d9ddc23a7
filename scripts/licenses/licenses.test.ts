import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../run-steps.ts";
import { type LicensedPackage, licenseProblems, licensesPage, licensesPath, packagesOf } from "./licenses.ts";

const somePackage = (license: string | null): LicensedPackage => ({
  name: "some",
  version: "1.0.0",
  license,
  isDevelopment: false,
});

test("every package has a license that permits its use", () => {
  const packages = packagesOf(root);
  expect(packages.length).toBeGreaterThan(500);
  expect(licenseProblems(packages)).toEqual([]);
});

test.each([
  [null, "some 1.0.0 states no license"],
  ["GPL-3.0-only", "some 1.0.0 is under GPL-3.0-only"],
  ["AGPL-3.0-or-later", "some 1.0.0 is under AGPL-3.0-or-later"],
  ["MIT AND GPL-2.0", "some 1.0.0 is under MIT AND GPL-2.0"],
])("%s is refused", (license, problem) => {
  expect(licenseProblems([somePackage(license)])).toEqual([problem]);
});

test.each(["MIT", "LGPL-3.0-or-later", "MIT OR GPL-3.0-only", "MPL-2.0"])("%s is permitted", (license) => {
  expect(licenseProblems([somePackage(license)])).toEqual([]);
});

test("the page of licenses is that of the lockfile", () => {
  expect(readFileSync(path.join(root, licensesPath), "utf8")).toBe(licensesPage(packagesOf(root)));
});
