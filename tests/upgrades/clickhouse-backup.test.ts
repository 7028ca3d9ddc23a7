import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type ClickHouse, connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import {
  type BackupPlace,
  beginServerBackup,
  restoreServerBackup,
} from "@litfass/platform/clickhouse/server-backup-sql";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { s3Credentials, startS3Server } from "../../platform/src/files/testing-s3-server.ts";
import { type ClickHouseServer, startClickHouseServer } from "../support/clickhouse-server.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "litfass-clickhouse-backup-"));
let bucket: Awaited<ReturnType<typeof startS3Server>>;
let server: ClickHouseServer;
let client: ClickHouse;
let place: BackupPlace;

beforeAll(async () => {
  const folder = path.join(root, "clickhouse");
  cpSync(inject("clickHouseTemplate"), folder, { recursive: true });
  bucket = await startS3Server("backups");
  server = await startClickHouseServer(folder);
  client = await connectClickHouse({ url: server.url, folder: root });
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = s3Credentials;
  place = { kind: "s3", url: `${bucket.endpoint}/backups/litfass`, credentials: { id, secret } };
});
afterAll(async () => {
  await client?.close();
  await server?.close();
  await bucket?.close();
  rmSync(root, { recursive: true, force: true });
});

const insert = (from: number, count: number): Promise<unknown> =>
  client.command({
    query: `insert into ad_events (process, sequence, kind, at, campaign_id, site, charge_micros, visitor_key)
      select 'p', number + ${from}, 'impression', now64(3), 1 + number % 3, 'site', 1000, 'v' from numbers(${count})`,
  });

async function rowsOf<Row>(query: string): Promise<Row[]> {
  return (await client.query({ query, format: "JSONEachRow" })).json<Row>();
}

const impressions = () => rowsOf("select toString(sum(impressions)) as impressions from campaign_hours");

test("a server backs itself up to a bucket, and its database is restored with its rollups and views", async () => {
  await insert(0, 300);
  const { events, written } = await beginServerBackup(client, place, "one", { isReplicated: false });
  expect(events).toEqual({ events: 300, chargeMicros: "300000" });
  // Belongs to the next backup, even if the server is still writing this one.
  await insert(300, 50);
  await written;

  const tables = await rowsOf<{ name: string; engine: string }>(
    "select name, engine from system.tables where database = currentDatabase() order by engine != 'MaterializedView'",
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) await client.command({ query: `drop table ${name} sync` });
  const found = await restoreServerBackup(client, place, { name: "one", database: "default" });
  expect(found).toEqual({ events: 300, chargeMicros: "300000" });
  expect(await impressions()).toEqual([{ impressions: "300" }]);
  await insert(300, 10);
  expect(await impressions()).toEqual([{ impressions: "310" }]);
});

test("a backup that the server cannot write or find fails with its reason", async () => {
  const gone: BackupPlace = { kind: "disk", disk: "missing", folder: "litfass/" };
  await expect(beginServerBackup(client, gone, "two", { isReplicated: false })).rejects.toThrow(
    /allowed_disk|missing/i,
  );
  const nothing = { name: "never", database: "default" };
  await expect(restoreServerBackup(client, place, nothing)).rejects.toThrow(/not found|cannot/i);
  const again = { name: "one", database: "default" };
  await expect(restoreServerBackup(client, place, again)).rejects.toThrow(/not empty|already/i);
  await expect(beginServerBackup(client, place, "'", { isReplicated: false })).rejects.toThrow("Not a name");
});
