import { chmod, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { countEvents } from "@litfass/platform/clickhouse/freeze-sql";
import type { Config } from "@litfass/platform/config/config";
import { readSecrets } from "@litfass/platform/config/secrets";
import { createLog } from "@litfass/platform/log/log";
import { openPlatform } from "@litfass/platform/platform";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { watchErrors } from "@litfass/platform/postgres/postgres";
import type { Decrypter } from "age-encryption";
import pg from "pg";
import { runReconciliation } from "../../modules/reporting/index.ts";
import { createAppExecutor } from "../app-executor.ts";
import { countLedgerEntries, countUnbalanced } from "./ledger-check-sql.ts";
import type { BackupManifest } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";

type Difference = Awaited<ReturnType<typeof runReconciliation>>["differences"][number];

const maxShown = 5;
const microsPerCentime = 10_000n;

export type Verification = { check: string; ok: boolean; found: string }[];

/**
 * Proves that a backup can be restored: unpacks it into a new folder below `scratch`, starts both stores on it, compares
 * counts with the manifest and the books of the stores with each other, and removes the folder.
 * @param config the settings of this process; its folders and servers are not touched.
 */
export async function verifyBackup(
  file: string,
  decrypter: Decrypter,
  scratch: string,
  config: Config,
): Promise<Verification> {
  const folder = await mkdtemp(path.join(scratch, "litfass-verify-"));
  // The user postgres must be able to traverse the folder when this runs as root.
  await chmod(folder, 0o755);
  const dataDir = path.join(folder, "data");
  try {
    const { manifest } = await restoreBackup(file, decrypter, dataDir);
    const results: Verification = [{ check: "every entry is there and unchanged", ok: true, found: manifest.checksum }];
    if (!manifest.ledgerEntries) return results;
    await chmod(dataDir, 0o755);
    const password = readSecrets(dataDir, {}).database;
    const postgres = await startEmbeddedPostgres({ folder: path.join(dataDir, "postgres"), password, say: () => {} });
    try {
      results.push(...(await checkLedger(postgres.url, manifest)));
      if (manifest.events) results.push(...(await checkEvents(postgres.url, { ...config, dataDir }, manifest)));
    } finally {
      await postgres.stop();
    }
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkLedger(databaseUrl: string, { ledgerEntries }: BackupManifest): Promise<Verification> {
  const client = watchErrors(new pg.Client({ connectionString: databaseUrl }));
  await client.connect();
  try {
    const entries = await countLedgerEntries(client);
    const unbalanced = await countUnbalanced(client);
    const { atLeast = 0, atMost = 0 } = ledgerEntries ?? {};
    return [
      { check: "ledger entries", ok: entries >= atLeast && entries <= atMost, found: String(entries) },
      { check: "entries and balances that do not add up", ok: unbalanced === 0, found: String(unbalanced) },
    ];
  } finally {
    await client.end();
  }
}

/** Settling a campaign returns whole centimes; the ledger counts the rest of the last one as spent, events do not. */
function isSettledRemainder({ source, found_micros, events_micros }: Difference): boolean {
  const beyond = BigInt(found_micros) - BigInt(events_micros);
  return source === "ledger" && beyond > 0n && beyond < microsPerCentime;
}

const describe = ({ campaign_id, source, found_micros, events_micros }: Difference): string =>
  `campaign ${campaign_id}: ${source} ${found_micros}, events ${events_micros} micros`;

async function checkEvents(databaseUrl: string, config: Config, manifest: BackupManifest): Promise<Verification> {
  const log = createLog({ level: "silent", process: "verify-backup" });
  const clickhouse = await connectClickHouse({ url: null, folder: path.join(config.dataDir, "clickhouse") });
  const opened = await openPlatform({ config, log, clickhouse, databaseUrl });
  try {
    const { platform } = opened;
    const found = await countEvents(clickhouse);
    const context = { platform, execute: createAppExecutor(platform) };
    const reconciled = await runReconciliation(context, { actor: { kind: "operator" }, waits: 0 });
    const differences = reconciled.differences.filter((each) => !isSettledRemainder(each));
    const ok = found.events === manifest.events?.events && found.chargeMicros === manifest.events.chargeMicros;
    return [
      { check: "ad events", ok, found: String(found.events) },
      {
        check: "campaigns whose panels, events, budgets and ledger differ",
        ok: differences.length === 0,
        found: [differences.length, ...differences.slice(0, maxShown).map(describe)].join("; "),
      },
    ];
  } finally {
    await opened.close();
    await clickhouse.close();
  }
}
