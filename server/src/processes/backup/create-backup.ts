import { rm } from "node:fs/promises";
import path from "node:path";
import { pauseIntake, resumeIntake } from "@litfass/events/index";
import type { FrozenEvents } from "@litfass/platform/clickhouse/freeze-sql";
import type { ServerBackup } from "@litfass/platform/clickhouse/server-backup-sql";
import { version } from "@litfass/platform/installation/version";
import { systemRandom } from "@litfass/platform/random";
import type { Encrypter } from "age-encryption";
import pg from "pg";
import { createArchiveWriter } from "./archive-writer.ts";
import { copyFrozenParts, copySchemas, removeFreeze } from "./copy-event-store.ts";
import { beginPostgresCopy } from "./copy-postgres-sql.ts";
import { countLedgerEntries } from "./ledger-check-sql.ts";
import { linkJournals } from "./link-journals.ts";
import { type BackupHeader, type BackupManifest, headerName, manifestName } from "./manifest.ts";

/** What a backup copies. */
export type BackupSource = {
  dataDir: string;
  /** The owner's URL. */
  databaseUrl: string;
  /** Folder of the embedded PostgreSQL; null for a server of its own. */
  postgresFolder: string | null;
  /** Whether files are in the data folder. */
  holdsFiles: boolean;
  /** Freezes the embedded event store under a name; null for a server of its own. */
  freeze: ((name: string) => Promise<FrozenEvents>) | null;
  /** Begins the backup of a ClickHouse server under a name; null if there is none, or no place for its backups. */
  beginServerBackup: ((name: string) => Promise<ServerBackup & { database: string }>) | null;
};

export type Backup = { header: BackupHeader; manifest: BackupManifest; bytes: number; pausedMs: number };

/**
 * Copies an installation while it works, to one moment of all stores: the intake is paused while the event store is
 * frozen, PostgreSQL's copy ended and the journals are copied, which takes moments. So every event is either stored and
 * settled, or in a journal. Files are copied before and after that moment, so none that the database names is missing.
 */
export async function createBackup(source: BackupSource, file: string, encrypter: Encrypter): Promise<Backup> {
  const { dataDir, postgresFolder, freeze } = source;
  const header: BackupHeader = {
    format: 1,
    version,
    createdAt: new Date().toISOString(),
    holds: { postgres: postgresFolder !== null, clickhouse: freeze !== null, files: source.holdsFiles },
  };
  const eventFolder = path.join(dataDir, "clickhouse");
  const freezeName = `backup_${systemRandom.id().replaceAll("-", "")}`;
  const journalCopy = path.join(dataDir, freezeName);
  const archive = await createArchiveWriter(file, encrypter);
  const client = new pg.Client({ connectionString: source.databaseUrl, application_name: "litfass-backup" });
  client.on("error", () => {});
  try {
    await client.connect();
    await archive.addBytes(headerName, Buffer.from(JSON.stringify(header)));
    const atLeast = await countLedgerEntries(client);
    const postgres = postgresFolder === null ? null : await beginPostgresCopy(client, postgresFolder);
    await postgres?.copyFiles(archive, "postgres");
    const files = new Set<string>();
    await archive.addFolder("files", path.join(dataDir, "files"), (name, isFolder) => isFolder || addNew(files, name));

    await pauseIntake(client);
    const pausedAt = performance.now();
    const events = freeze === null ? null : await freeze(freezeName);
    const onServer = (await source.beginServerBackup?.(freezeName)) ?? null;
    const copyLog = await postgres?.end();
    if (freeze) await copySchemas(archive, "clickhouse", eventFolder);
    await linkJournals(path.join(dataDir, "journal"), journalCopy);
    await resumeIntake(client);
    const pausedMs = performance.now() - pausedAt;

    await archive.addFolder("journal", journalCopy);
    const atMost = await countLedgerEntries(client);
    await copyLog?.(archive, "postgres");
    if (freeze) await copyFrozenParts(archive, "clickhouse", eventFolder, freezeName);
    await archive.addFolder("files", path.join(dataDir, "files"), (name, isFolder) => isFolder || addNew(files, name));
    await archive.addFolder("geo", path.join(dataDir, "geo"));
    await archive.addFile("secrets.json", path.join(dataDir, "secrets.json"));
    await onServer?.written;
    const manifest = {
      ...archive.tallies(),
      events: events ?? onServer?.events ?? null,
      serverEvents: onServer && { name: freezeName, database: onServer.database },
      ledgerEntries: postgres ? { atLeast, atMost } : null,
    };
    await archive.addBytes(manifestName, Buffer.from(JSON.stringify(manifest)));
    return { header, manifest, bytes: await archive.finish(), pausedMs };
  } catch (error) {
    await archive.abort();
    throw error;
  } finally {
    await client.end();
    await rm(journalCopy, { recursive: true, force: true });
    if (freeze) await removeFreeze(eventFolder, freezeName);
  }
}

/** Notes the name; false if it was noted before, or is a draft, which is renamed or given up. */
function addNew(names: Set<string>, name: string): boolean {
  if (name.endsWith(".draft") || names.has(name)) return false;
  names.add(name);
  return true;
}
