import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { openJournal, type SettleSpend } from "@litfass/events/index";
import { createShipper } from "@litfass/events/shipping/shipper";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { countEvents } from "@litfass/platform/clickhouse/freeze-sql";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { createLog } from "@litfass/platform/log/log";
import { openPlatform } from "@litfass/platform/platform";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { systemRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMemoryFolder } from "../../testing/memory-folder.ts";
import { buildApp } from "../build-app.ts";
import { readAppConfig } from "../config.ts";
import { createArchiveWriter } from "./archive-writer.ts";
import { createBackupKey, decrypterOf, encrypterOf, readBackupKey } from "./backup-key.ts";
import { type Backup, createBackup } from "./create-backup.ts";
import { requestFreeze } from "./freeze-route.ts";
import { headerName } from "./manifest.ts";
import { restoreBackup } from "./restore-backup.ts";
import { verifyBackup } from "./verify-backup.ts";

let root: string;
let file: string;
let backup: Backup;
let shippedAtEnd = 0;

const log = createLog({ level: "silent", process: "test" });
const key = () => readBackupKey(path.join(root, "key"));
const config = (dataDir: string) => readAppConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });

/** Books each batch as one ledger entry from the bank to a customer, so that the books show which batches are settled. */
const settle: SettleSpend = async (tx, { key: batch, spend }) => {
  const micros = spend.reduce((sum, { amountMicros }) => sum + amountMicros, 0n);
  const line = (kind: string, owner: string | null, amount: bigint) => ({
    kind,
    owner,
    campaign: null,
    currency: "CHF",
    amount: amount.toString(),
  });
  const lines = JSON.stringify([line("bank", null, -micros), line("available", "customer-1", micros)]);
  await tx.execute(
    sql`select ledger_post(${`test:${batch}`}, 'test', null, 'test', '{}'::jsonb, null, null, now(), ${lines}::jsonb)`,
  );
};

/** An installation in a folder, like a running one: both stores embedded, the API, and an ad server's journal. */
async function startInstallation(dataDir: string) {
  const settings = config(dataDir);
  const postgresFolder = path.join(dataDir, "postgres");
  const postgres = await startEmbeddedPostgres({
    folder: postgresFolder,
    password: settings.secrets.database,
    say: () => {},
  });
  await migratePostgres(postgres.url, log);
  const clickhouse = await connectClickHouse({ url: null, folder: path.join(dataDir, "clickhouse") });
  await migrateClickHouse(clickhouse, log);
  const { platform, close } = await openPlatform({ config: settings, log, clickhouse, databaseUrl: postgres.url });
  const app = await buildApp(platform, { settle });
  await app.ready();
  const send = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await app.inject({
      method: "POST",
      url: new URL(String(url)).pathname,
      headers: init?.headers as Record<string, string>,
      payload: typeof init?.body === "string" ? init.body : Buffer.from(init?.body as Uint8Array),
    });
    return new Response(response.body, { status: response.statusCode });
  };
  const journalFolder = path.join(dataDir, "journal/delivery-1");
  mkdirSync(journalFolder, { recursive: true });
  const journal = await openJournal(journalFolder, { process: "delivery-1", random: systemRandom, log });
  const [secret] = settings.secrets.internal;
  const shipper = createShipper({
    journal,
    apiUrl: "http://api.example",
    secret,
    random: systemRandom,
    log,
    fetch: send,
  });
  return {
    platform,
    journal,
    shipper,
    source: {
      dataDir,
      databaseUrl: postgres.url,
      postgresFolder,
      holdsFiles: true,
      beginServerBackup: null,
      freeze: (name: string) =>
        requestFreeze(
          { internalUrl: "http://api.example", secret, now: () => platform.clock.now(), fetch: send },
          name,
        ),
    },
    async stop() {
      await journal.close();
      await app.close();
      await close();
      await clickhouse.close();
      await postgres.stop();
    },
  };
}

const event = (change: Partial<NewAdEvent> = {}): NewAdEvent => sampleEvent({ charge_micros: 1000, ...change });

beforeAll(async () => {
  root = newMemoryFolder("litfass-backup-");
  chmodSync(root, 0o755);
  mkdirSync(path.join(root, "source"), { mode: 0o755 });
  await createBackupKey(path.join(root, "key"));
  file = path.join(root, "litfass.backup");
  const running = await startInstallation(path.join(root, "source"));
  const { journal, shipper, platform } = running;
  let ended = false;
  let shipped = 0;
  let files = 0;
  const traffic = (async () => {
    while (!ended) {
      await Promise.all(Array.from({ length: 20 }, () => journal.append(event())));
      await platform.files.put(`uploads/${files++}.txt`, Buffer.from(`file ${files}`), "text/plain");
      // While the intake is paused the batch stays in the journal.
      shipped += await shipper.ship().catch(() => 0);
    }
  })();
  while (shipped < 10) await new Promise((resolve) => setTimeout(resolve, 20));
  backup = await createBackup(running.source, file, await encrypterOf(key()));
  const before = shipped;
  while (shipped < before + 5) await new Promise((resolve) => setTimeout(resolve, 20));
  ended = true;
  await traffic;
  shippedAtEnd = Number((await countEvents(platform.clickhouse)).events);
  await running.stop();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a backup under traffic has the same batches in both stores, the rest in the journal, and all files", async () => {
  const folder = path.join(root, "restored");
  const { manifest } = await restoreBackup(file, decrypterOf(key()), folder);
  expect(manifest).toEqual(backup.manifest);
  const restored = await startInstallation(folder);
  try {
    const events = await countEvents(restored.platform.clickhouse);
    expect(events).toEqual(manifest.events);
    expect(events.events).toBeGreaterThan(0);
    expect(events.events).toBeLessThan(shippedAtEnd);
    const { rows } = await restored.platform.db.execute<{ entries: string; balance: string; batches: string }>(sql`
      select (select count(*) from ledger_entries) as entries, balance_micros as balance,
        (select count(*) from event_batches where applied_at is not null) as batches
      from ledger_accounts where owner_uid = 'customer-1'`);
    expect(rows[0]?.balance).toBe(events.chargeMicros);
    expect(rows[0]?.entries).toBe(rows[0]?.batches);
    const names = readdirSync(path.join(folder, "files/uploads")).filter((name) => name.endsWith(".txt"));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(await restored.platform.files.get(`uploads/${name}`), name).not.toBeNull();
    // What was journaled but not stored is shipped once by the restored ad server.
    await Promise.all(Array.from({ length: 3 }, () => restored.journal.append(event())));
    await restored.shipper.ship();
    const after = await countEvents(restored.platform.clickhouse);
    expect(after.events).toBeGreaterThanOrEqual(events.events + 3);
    const { rows: booked } = await restored.platform.db.execute<{ balance: string }>(sql`
      select balance_micros as balance from ledger_accounts where owner_uid = 'customer-1'`);
    expect(booked[0]?.balance).toBe(after.chargeMicros);
  } finally {
    await restored.stop();
  }
});

test("verification restores into a folder of its own, compares all counts, and removes it", async () => {
  const scratch = path.join(root, "scratch");
  mkdirSync(scratch, { mode: 0o755 });
  const results = await verifyBackup(file, decrypterOf(key()), scratch, config(path.join(root, "source")));
  expect(results.map(({ check, ok }) => [check, ok])).toEqual([
    ["every entry is there and unchanged", true],
    ["ledger entries", true],
    ["entries and balances that do not add up", true],
    ["ad events", true],
    // The test's batches settle no campaign: exactly this is found.
    ["campaigns whose panels, events, budgets and ledger differ", false],
  ]);
  expect(readdirSync(scratch)).toEqual([]);
});

test("a flipped byte, a cut file, another key and a public key are refused, and leave nothing", async () => {
  const target = path.join(root, "refused");
  const bytes = readFileSync(file);
  const restore = (content: Buffer, keyName = "key") => {
    const changed = path.join(root, "changed.backup");
    writeFileSync(changed, content);
    return restoreBackup(changed, decrypterOf(readBackupKey(path.join(root, keyName))), target);
  };
  for (const place of [400, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(place) ^ 1, place);
    await expect(restore(flipped), String(place)).rejects.toThrow("is damaged or not a backup of Litfass");
    expect(readdirSync(target)).toEqual([]);
  }
  await expect(restore(bytes.subarray(0, bytes.length - 70_000))).rejects.toThrow("is damaged");
  await expect(restore(Buffer.from("not a backup"))).rejects.toThrow("is damaged");
  const recipient = await createBackupKey(path.join(root, "other"));
  await expect(restore(bytes, "other")).rejects.toThrow("The key does not open");
  writeFileSync(path.join(root, "public"), recipient);
  await expect(async () => restore(bytes, "public")).rejects.toThrow("a public key, which cannot read backups");
  expect(readdirSync(target)).toEqual([]);
});

test("a folder with content and a backup of a later release are refused", async () => {
  const target = path.join(root, "used");
  mkdirSync(target);
  writeFileSync(path.join(target, "secrets.json"), "{}");
  await expect(restoreBackup(file, decrypterOf(key()), target)).rejects.toThrow("is not empty");
  expect(readFileSync(path.join(target, "secrets.json"), "utf8")).toBe("{}");
  const later = path.join(root, "later.backup");
  const archive = await createArchiveWriter(later, await encrypterOf(key()));
  const header = { ...backup.header, version: "999.0.0" };
  await archive.addBytes(headerName, Buffer.from(JSON.stringify(header)));
  await archive.finish();
  await expect(restoreBackup(later, decrypterOf(key()), path.join(root, "new"))).rejects.toThrow(
    "The backup was made by the later release 999.0.0",
  );
});

test("a passphrase of 16 characters or more is a key; a key file that others may read is not accepted", async () => {
  const name = path.join(root, "passphrase");
  writeFileSync(name, "too short\n", { mode: 0o600 });
  expect(() => readBackupKey(name)).toThrow("no passphrase of 16 characters");
  writeFileSync(name, "correct horse battery staple\n");
  expect(readBackupKey(name)).toEqual({ kind: "passphrase", passphrase: "correct horse battery staple" });
  chmodSync(name, 0o644);
  expect(() => readBackupKey(name)).toThrow("Other users may read the key file");
});

test("a failed backup leaves no file, and the next one finds the server ready", async () => {
  const gone = path.join(root, "gone");
  const source = {
    dataDir: gone,
    databaseUrl: "postgres://nobody:x@127.0.0.1:9/none",
    postgresFolder: gone,
    holdsFiles: true,
    freeze: null,
    beginServerBackup: null,
  };
  const target = path.join(root, "failed.backup");
  await expect(createBackup(source, target, await encrypterOf(key()))).rejects.toThrow();
  expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
});
