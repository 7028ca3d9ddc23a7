import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectFiles } from "./language-files.ts";

/** What has texts or writes them. */
const parts = /^(?:(?:contract|banner|platform|events|adserver|server\/src|web\/src|scripts|docs\/guide)\/|[^/]+$)/;

/** A copy of the project's code in a new folder, with links to the same packages and its own workspaces. */
export function copyOfProject(root: string): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), "litfass-language-"));
  for (const file of projectFiles(root).filter((each) => parts.test(each) && !each.endsWith(".png")))
    cpSync(path.join(root, file), path.join(copy, file), { force: true });
  const [modules, own] = [path.join(root, "node_modules"), path.join(copy, "node_modules")];
  mkdirSync(path.join(own, "@litfass"), { recursive: true });
  for (const name of readdirSync(modules).filter((each) => each !== "@litfass"))
    symlinkSync(path.join(modules, name), path.join(own, name));
  for (const name of readdirSync(path.join(modules, "@litfass")))
    symlinkSync(path.join(copy, name), path.join(own, "@litfass", name));
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  return copy;
}

/** Marks every text of a file, as a translation would change it. */
export function translate(file: string): void {
  const text = readFileSync(file, "utf8");
  const marked = (_key: string, value: unknown) => (typeof value === "string" ? `${value}å` : value);
  writeFileSync(file, file.endsWith(".md") ? `${text}\nå\n` : JSON.stringify(JSON.parse(text, marked)));
}
