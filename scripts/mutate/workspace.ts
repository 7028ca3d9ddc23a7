import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

/** A modifiable copy of the project that shares the installed packages. */
export type Workspace = { folder: string; remove(): void };

export function copyProject(root: string): Workspace {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-mutate-"));
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  for (const file of list.split("\0").filter((one) => one && existsSync(path.join(root, one)))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(folder, file));
  }
  linkPackages(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Every package is a link to the installed one, except the project's own, which link into the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(path.join(to, "@litfass"), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== "@litfass") symlinkSync(path.join(from, name), path.join(to, name));
  }
  for (const name of readdirSync(path.join(from, "@litfass"))) {
    symlinkSync(readlinkSync(path.join(from, "@litfass", name)), path.join(to, "@litfass", name));
  }
}
