import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../run-steps.ts";
import { changelogs, nameSection, prepareRelease, stableBom } from "./prepare-release.ts";

type Manifest = { version: string; workspaces: string[] };

let copy: string;
const read = (file: string): string => readFileSync(path.join(copy, file), "utf8");
const manifest = (file: string): Manifest => JSON.parse(read(file));

/** What `npm version` does first. */
const setVersion = (version: string): void =>
  writeFileSync(path.join(copy, "package.json"), JSON.stringify({ ...manifest("package.json"), version }));

beforeEach(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), "litfass-release-"));
  const { workspaces } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Manifest;
  const manifests = workspaces.map((folder) => `${folder}/package.json`);
  for (const file of ["package.json", "package-lock.json", ...manifests, ...changelogs]) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
});
afterEach(() => rmSync(copy, { recursive: true }));

test("a release has one version in all packages, the lockfile and both changelogs, and changes nothing else", () => {
  setVersion("9.1.0");
  const before = new Map(changelogs.map((file) => [file, read(file)]));
  const files = prepareRelease(copy);
  const { workspaces } = manifest("package.json");
  expect(files).toEqual([...changelogs, "package-lock.json", ...workspaces.map((folder) => `${folder}/package.json`)]);
  for (const folder of workspaces) {
    expect(manifest(`${folder}/package.json`).version).toBe("9.1.0");
    const original = readFileSync(path.join(root, folder, "package.json"), "utf8");
    expect(read(`${folder}/package.json`)).toBe(original.replace(/"version": "[^"]+"/, '"version": "9.1.0"'));
  }
  const { version, packages } = JSON.parse(read("package-lock.json"));
  expect([version, ...["", ...workspaces].map((folder) => packages[folder].version)]).toEqual(
    Array(workspaces.length + 2).fill("9.1.0"),
  );
  for (const [file, text] of before) expect(read(file)).toBe(text.replace("## Unreleased", "## 9.1.0"));
});

test.each([
  ["0.1.0", "0.1.0 is released already"],
  ["0.0.9", "0.1.0 is released already"],
  ["9.1.0-beta.1", "a release is MAJOR.MINOR.PATCH"],
])("version %s is refused before anything is written", (version, message) => {
  setVersion(version);
  expect(() => prepareRelease(copy)).toThrow(message);
  expect(read("CHANGELOG.md")).toContain("## Unreleased");
});

test("a changelog without an open section, or with an empty one, is refused", () => {
  expect(() => nameSection("# C\n\n## 1.0.0\n\n- x\n", "2.0.0", "c.md")).toThrow('must be "## Unreleased"');
  expect(() => nameSection("# C\n\n## Unreleased\n\n### New\n\n## 1.0.0\n\n- x\n", "2.0.0", "c.md")).toThrow(
    "says nothing",
  );
  expect(nameSection("# C\n\n## Unreleased\n\n- x\n", "2.0.0", "c.md")).toBe("# C\n\n## 2.0.0\n\n- x\n");
});

test("two bills of materials of a commit are the same", () => {
  const bom = (serialNumber: string, timestamp: string) =>
    JSON.stringify({ bomFormat: "CycloneDX", serialNumber, metadata: { timestamp, component: { name: "litfass" } } });
  expect(stableBom(bom("urn:uuid:1", "2026-01-01"))).toBe(stableBom(bom("urn:uuid:2", "2026-01-02")));
  expect(stableBom(bom("urn:uuid:1", "2026-01-01"))).toContain("litfass");
});
