import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { importEvents } from "@litfass/events/index";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { type ClickHouse, connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { createLog } from "@litfass/platform/log/log";
import { migrationsFolder, readMigrationFiles } from "@litfass/platform/postgres/migration-files";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportPeriod } from "../report-period.ts";
import { figuresOfCampaigns } from "./campaign-viewability.ts";
import { listFigures } from "./figures-sql.ts";

const change = "202611231640_measured_impressions.sql";
const now = new Date("2026-03-02T12:00:00.000Z");
const log = createLog({ level: "silent", process: "test" });
let folder: string;
let clickhouse: ClickHouse;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-measured-"));
  const earlier = path.join(folder, "migrations");
  for (const { name } of readMigrationFiles(migrationsFolder("clickhouse"))) {
    if (name < change) cpSync(path.join(migrationsFolder("clickhouse"), name), path.join(earlier, name));
  }
  clickhouse = await connectClickHouse({ url: null, folder: path.join(folder, "store") });
  await migrateClickHouse(clickhouse, log, earlier);
  const stored = ["impression", "impression", "impression", "viewable"].map((kind, sequence) => ({
    ...sampleEvent({ charge_micros: 0 }),
    kind,
    sequence,
    process: "earlier",
    at: "2026-03-01 10:00:00.000",
  }));
  const invalid = { ...stored[0], sequence: 9, invalid: "declared_bot" };
  await clickhouse.insert({ table: "ad_events", values: [...stored, invalid], format: "JSONEachRow" });
  expect(await migrateClickHouse(clickhouse, log)).toContain(change);
});
afterAll(async () => {
  await clickhouse?.close();
  rmSync(folder, { recursive: true, force: true });
});

const period = reportPeriod({ from: "2026-03-01", to: "2026-03-01" }, "UTC", now);
const query = { grouping: "total" as const, period, now };

/** Measured and all impressions by rollup of campaigns, of all campaigns, and by event. */
async function measured() {
  const [ofCampaign] = await listFigures(clickhouse, { ...query, scope: { campaignIds: [7] } });
  const [ofAll] = await listFigures(clickhouse, { ...query, scope: { campaignIds: null } });
  const [byEvent] = await listFigures(clickhouse, { ...query, scope: { campaignIds: [7] } }, [
    { rollup: null, ...period },
  ]);
  return [ofCampaign, ofAll, byEvent].map((row) => [row?.measured, row?.impressions]);
}

test("impressions from before the event existed count as measured, later ones only with their event", async () => {
  expect(await measured()).toEqual(Array(3).fill([3, 3]));
  const later = (kind: "impression" | "measured") =>
    sampleEvent({ kind, at: "2026-03-01T10:30:00.000Z", charge_micros: 0 });
  await importEvents(clickhouse, "later", [later("impression"), later("impression"), later("measured")]);
  expect(await measured()).toEqual(Array(3).fill([4, 5]));
  // Merging old and new rows of the same hour computes the defaults of the old ones.
  for (const table of ["campaign_hours", "house_hours", "ad_events"]) {
    await clickhouse.command({ query: `optimize table ${table} final` });
  }
  expect(await measured()).toEqual(Array(3).fill([4, 5]));
  expect((await figuresOfCampaigns(clickhouse, [7])).get(7)).toMatchObject({
    impressions: 5,
    measured: 4,
    viewable: 1,
  });
});
