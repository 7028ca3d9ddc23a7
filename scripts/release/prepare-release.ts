import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isLaterVersion } from "@litfass/platform/installation/version";

/** The changelogs of all languages; each release has one section in both. */
export const changelogs = ["CHANGELOG.md", "docs/guide/de/changelog.md"];
const open = "Unreleased";

/**
 * Gives the open section of a changelog the version's name.
 * @throws if it has no open section, nothing in it, or a release that is not earlier.
 */
export function nameSection(text: string, version: string, file: string): string {
  const sections = [...text.matchAll(/^## (.+)$/gm)];
  const [first, last] = sections;
  if (first?.[1] !== open) throw new Error(`${file}: the first section must be "## ${open}"`);
  const content = text.slice(first.index + first[0].length, last?.index);
  if (content.replaceAll(/^#.*$/gm, "").trim() === "") throw new Error(`${file}: "${open}" says nothing`);
  if (last?.[1] && !isLaterVersion(version, last[1])) throw new Error(`${file}: ${last[1]} is released already`);
  return text.replace(first[0], `## ${version}`);
}

type Manifest = { name: string; version: string; workspaces?: string[] };
type Lockfile = { version: string; packages: Record<string, Manifest> };

const read = <T>(root: string, file: string): T => JSON.parse(readFileSync(path.join(root, file), "utf8")) as T;

/**
 * Writes a version into all packages, the lockfile and the changelogs; `npm version` has set that of the root package.
 * Everything is checked before anything is written.
 * @returns the files, relative to the root
 */
export function prepareRelease(root: string): string[] {
  const { version, workspaces = [] } = read<Manifest>(root, "package.json");
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`a release is MAJOR.MINOR.PATCH, not ${version}`);
  const texts = new Map<string, string>();
  for (const file of changelogs) {
    texts.set(file, nameSection(readFileSync(path.join(root, file), "utf8"), version, file));
  }
  const lockfile = read<Lockfile>(root, "package-lock.json");
  lockfile.version = version;
  for (const folder of ["", ...workspaces]) {
    const locked = lockfile.packages[folder];
    if (!locked) throw new Error(`package-lock.json does not have "${folder}"`);
    locked.version = version;
  }
  texts.set("package-lock.json", `${JSON.stringify(lockfile, null, 2)}\n`);
  for (const folder of workspaces) {
    const file = `${folder}/package.json`;
    texts.set(file, `${JSON.stringify({ ...read<Manifest>(root, file), version }, null, 2)}\n`);
  }
  for (const [file, text] of texts) writeFileSync(path.join(root, file), text);
  return [...texts.keys()];
}

type Bom = { serialNumber?: string; metadata?: { timestamp?: string } };

/** A bill of materials without the moment and the number of its making, so that a commit has one. */
export function stableBom(text: string): string {
  const { serialNumber: _number, metadata, ...bom } = JSON.parse(text) as Bom;
  const { timestamp: _moment, ...rest } = metadata ?? {};
  return `${JSON.stringify({ ...bom, metadata: rest }, null, 1)}\n`;
}
