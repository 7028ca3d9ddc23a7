import { Readable } from "node:stream";
import { marginGroupings, marginSorts } from "@litfass/contract/reporting/margins";
import { tableGroupings } from "@litfass/contract/reporting/statistics";
import { chargesByCampaign } from "@litfass/events/intake/charge-sql";
import { insertEvents, storedSequences } from "@litfass/events/intake/event-sql";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { copyStore } from "@litfass/platform/clickhouse/copy-store";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { beginServerBackup, restoreServerBackup } from "@litfass/platform/clickhouse/server-backup-sql";
import { createLog } from "@litfass/platform/log/log";
import type { Platform } from "@litfass/platform/platform";
import { clickHouseVersion } from "../../server/src/modules/operations/status/store-versions-sql.ts";
import { listShown } from "../../server/src/modules/publishers/report/placement-figures-sql.ts";
import { sumCounts } from "../../server/src/modules/reporting/counters/counter-sums-sql.ts";
import { campaignsDelivering, deliveryOfDay } from "../../server/src/modules/reporting/diagnosis/delivering-sql.ts";
import { listDelivering } from "../../server/src/modules/reporting/diagnosis/silence-sql.ts";
import { eventCharges } from "../../server/src/modules/reporting/event-reconciliation/reconciliation-sql.ts";
import { exportEvents } from "../../server/src/modules/reporting/exports/export-events.ts";
import { listMargins, sumMargins } from "../../server/src/modules/reporting/margins/margin-sql.ts";
import { figuresOfCampaigns } from "../../server/src/modules/reporting/metrics/campaign-viewability.ts";
import { listCharges, listFigures } from "../../server/src/modules/reporting/metrics/figures-sql.ts";
import { listCounted, listDays } from "../../server/src/modules/reporting/overview/overview-sql.ts";
import { findBidOutcome } from "../../server/src/modules/reporting/panels/bid-outcome-sql.ts";
import {
  findReach,
  listInvalidTraffic,
  listPlayerErrors,
} from "../../server/src/modules/reporting/panels/reach-sql.ts";
import type { Report } from "../../server/src/modules/reporting/report.ts";
import { listDealDays } from "../../server/src/modules/supply/deals/deal-figures-sql.ts";
import {
  accruedCosts,
  bookedHours,
  bookedLines,
} from "../../server/src/modules/supply/exchange-invoices/booked-cost-sql.ts";

const now = new Date("2026-03-02T09:20:00.000Z");
/** Neither bound is the start of an hour, so that events are read beside rollups. */
const period = { fromAt: new Date("2026-02-01T09:20:00.000Z"), endAt: now, timeZone: "Europe/Zurich" };
const days = { ...period, from: "2026-02-10", to: "2026-03-02" };
const scopes = [{ campaignIds: null }, { campaignIds: [1, 2], sites: ["a.example"], regions: ["BE"] }];

/** The migrations of an empty store, copying another one into it, and the intake. */
export async function sendWrites(clickhouse: ClickHouse): Promise<void> {
  await migrateClickHouse(clickhouse, createLog({ level: "silent", process: "test" }));
  const block = await blockOfEvents(clickhouse);
  await copyStore(storeOf(block), clickhouse, () => {}).catch((error: Error) => {
    // The stand-in has no events.
    if (!error.message.includes("rows of ad_events arrived")) throw error;
  });
  await insertEvents(clickhouse, { process: "p", firstSequence: 1, events: 1 }, block);
}

/** Everything that reports, jobs and operators read. */
export async function sendReads(clickhouse: ClickHouse): Promise<void> {
  const platform = { clickhouse } as Platform;
  const ids = [1, 2];
  await storedSequences(clickhouse, {
    ...{ process: "p", firstSequence: 1, events: 1 },
    ...{ earliestAt: period.fromAt.toISOString(), latestAt: now.toISOString() },
  } as never);
  await chargesByCampaign(clickhouse);
  for (const scope of scopes) {
    for (const grouping of [...tableGroupings, "total"] as const) {
      await listFigures(clickhouse, { scope, period, grouping, now, search: "a", limit: 10, offset: 1 });
    }
    await listCharges(clickhouse, { scope, period, now });
    for (const find of [findReach, listInvalidTraffic, listPlayerErrors])
      await find(clickhouse, { scope, period, now });
  }
  await figuresOfCampaigns(clickhouse, ids);
  await sumCounts(clickhouse, ids);
  await listDays(clickhouse, ids, period.fromAt, period.timeZone);
  await listCounted(clickhouse, ids, new Map([[1, now]]));
  await findBidOutcome(clickhouse, 1, period.fromAt, now);
  const page = { direction: "desc", limit: 10, offset: 0 } as const;
  for (const grouping of marginGroupings) await listMargins(clickhouse, period, { ...page, grouping, sort: "spend" });
  for (const sort of marginSorts) await listMargins(clickhouse, period, { ...page, grouping: "site", sort });
  await sumMargins(clickhouse, period);
  await campaignsDelivering(clickhouse, period.fromAt);
  await deliveryOfDay(clickhouse, ids, now, period.timeZone);
  await listDelivering(clickhouse, period.fromAt);
  await eventCharges(clickhouse);
  const log = await exportEvents(clickhouse, { period: days, campaigns: [{ id: 1 }] } as unknown as Report);
  await log.toArray();
  await listShown(platform, ids, period);
  await listDealDays(platform, [{ exchange: "e", deal: "d" }], period);
  const costs = { exchange: "e", fromAt: period.fromAt, endAt: now };
  await bookedHours(platform, costs);
  for (const whole of [true, false]) await bookedLines(platform, costs, 2, { sites: whole, campaigns: whole });
  await accruedCosts(platform, costs);
  await clickHouseVersion(clickhouse);
}

/** A backup and a restore by the server. It has no such disk, so it says no, but reads each statement. */
export async function sendBackups(clickhouse: ClickHouse, isReplicated: boolean): Promise<string[]> {
  const answers: string[] = [];
  const s3 = { kind: "s3", url: "http://127.0.0.1:1/bucket", credentials: { id: "id", secret: "secret" } } as const;
  const disk = { kind: "disk", disk: "missing", folder: "litfass/" } as const;
  const say = (error: Error): void => void answers.push(error.message);
  for (const place of [s3, disk]) {
    await beginServerBackup(clickhouse, place, "one", { isReplicated })
      .then(({ written }) => written)
      .catch(say);
    await restoreServerBackup(clickhouse, place, { name: "one", database: "default" }).catch(say);
  }
  return answers;
}

/** A block in the format Native as the intake sends it, with one event. */
async function blockOfEvents(clickhouse: ClickHouse): Promise<Buffer> {
  const { stream } = await clickhouse.exec({
    query: "select 'p' as process, toUInt64(1) as sequence, 'impression' as kind, now64(3) as at format Native",
  });
  return Buffer.concat(await stream.toArray());
}

/** A store to copy from: one part of events. */
function storeOf(block: Buffer): ClickHouse {
  const answer = (rows: object[]) => ({ json: async () => rows });
  return {
    command: async () => {},
    exec: async () => ({ stream: Readable.from([block], { objectMode: false }) }),
    query: async ({ query }: { query: string }) =>
      answer(/system\.parts/.test(query) ? [{ name: "all_1_1_0", rows: "2" }] : [{ name: "ad_events" }]),
  } as unknown as ClickHouse;
}
