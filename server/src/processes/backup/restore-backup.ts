import { mkdirSync, readdirSync } from "node:fs";
import { chmod, lchown, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { isLaterVersion, version } from "@litfass/platform/installation/version";
import { findPostgresBinaries } from "@litfass/platform/postgres/binaries";
import type { Decrypter } from "age-encryption";
import { CliError } from "../cli/cli-command.ts";
import { readArchive } from "./archive-reader.ts";
import type { BackupHeader, BackupManifest } from "./manifest.ts";

export type Restored = { header: BackupHeader; manifest: BackupManifest };

/**
 * Unpacks a backup into a data folder that is missing or empty; `npm start` on it continues from the backup's moment.
 * After a failure the folder is empty again.
 * @throws CliError for a folder with content, a wrong key, a damaged file, or a backup of a later release.
 */
export async function restoreBackup(file: string, decrypter: Decrypter, folder: string): Promise<Restored> {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0)
    throw new CliError(`${folder} is not empty: a backup is restored into a new folder`);
  try {
    const restored = await readArchive(file, decrypter, folder, refuseLater);
    await preparePostgres(path.join(folder, "postgres"));
    return restored;
  } catch (error) {
    for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

function refuseLater({ version: release }: BackupHeader): void {
  if (!isLaterVersion(release, version)) return;
  throw new CliError(`The backup was made by the later release ${release}, this is ${version}: install that release`);
}

/** Gives the folder to the user that runs the server, and its empty folders their places. */
async function preparePostgres(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => null);
  if (names === null) return;
  await chmod(folder, 0o700);
  const { uid, gid } = findPostgresBinaries(() => {}).user;
  if (uid === undefined || gid === undefined) return;
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await lchown(path.join(folder, entry), uid, gid);
}
