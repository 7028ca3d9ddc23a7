import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { createLog } from "@litfass/platform/log/log";
import { type FigureQuery, listFigures } from "../server/src/modules/reporting/metrics/figures-sql.ts";
import type { RollupRange } from "../server/src/modules/reporting/metrics/rollup-plan.ts";
import { reportPeriod } from "../server/src/modules/reporting/report-period.ts";
import { barsExitCode, tellBar } from "./bars.ts";

/**
 * The duration of the dashboard's queries over twenty million events of 90 days and 200 campaigns, from the rollups,
 * against the same queries on the events (sorted by campaign, kind and time). BENCH_EVENTS=100000000 uses a hundred
 * million, which take some minutes to generate.
 */
const events = Number(process.env.BENCH_EVENTS ?? 20_000_000);
/** In ms: over twenty million events, and p95 over a hundred million. */
const bars = events <= 20_000_000 ? { median: 15, p95: 60 } : { median: 60, p95: 150 };
const storedMs = 90 * 86_400_000;
const runs = 15;
const baselineRuns = 5;
const now = new Date("2026-03-02T15:00:00.000Z");

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-bench-"));
const log = createLog({ level: "error", process: "bench" });
const clickhouse = await connectClickHouse({ url: null, folder: path.join(folder, "clickhouse") });

/**
 * In chronological order, like in production. Half are bids that were not won; of the rest 70% impressions, 25%
 * viewable, 1% clicks, 2% invalid, 2% video starts. A campaign runs on some 60 sites and in some 40 cities, in a long
 * tail.
 */
async function generate(): Promise<void> {
  await migrateClickHouse(clickhouse, log);
  const step = 1_000_000;
  for (let first = 0; first < events; first += step) {
    await clickhouse.command({
      query: `insert into ad_events select
        'bench', number, multiIf(number % 2 = 0, 'bid', r < 72, 'impression', r < 97, 'viewable', r < 98, 'click', 'video_start'),
        toDateTime64('${now.toISOString().slice(0, 19).replace("T", " ")}', 3, 'UTC') - toIntervalMillisecond(toUInt64((${events} - number) * ${storedMs / events})),
        'sandbox', toString(number), '1', 1 + cityHash64(number, 2) % 200, concat('owner-', toString(cityHash64(number, 2) % 40)),
        concat('creative-', toString(cityHash64(number, 2) % 200), '-', toString(cityHash64(number, 3) % 5)), '300x250',
        concat('site-', toString(toUInt32(pow(cityHash64(number, 4) % 1000 / 1000, 4) * 100 + cityHash64(number, 2) % 20 * 20)), '.example'), 'site', 'CH',
        concat('CH-', toString(toUInt32(pow(cityHash64(number, 5) % 1000 / 1000, 3) * 26))),
        concat('city-', toString(toUInt32(pow(cityHash64(number, 5) % 1000 / 1000, 3) * 60))),
        ['computer', 'smartphone', 'tablet', 'connected_tv'][1 + cityHash64(number, 6) % 4], 'chrome', 'de',
        if(number % 2 = 1 and r < 70, 25000, 0), 'CHF', 'lease', if(number % 2 = 1 and r >= 70 and r < 72, 'declared_bot', ''),
        if(number % 2 = 1 and r < 70, hex(cityHash64(number, 7) % 2000000), '')
        from (select number, cityHash64(number) % 100 as r from numbers(${first}, ${Math.min(step, events - first)}))
        settings async_insert = 0, max_insert_threads = 2`,
    });
  }
  // The merges that a store has done automatically when these events arrive over 90 days.
  const shown = await clickhouse.query({
    query: "select name from system.tables where database = currentDatabase() and engine like '%MergeTree'",
    format: "JSONEachRow",
  });
  for (const { name: table } of await shown.json<{ name: string }>()) {
    await clickhouse.command({ query: `optimize table ${table} final` });
  }
}

async function times(count: number, query: FigureQuery, ranges?: RollupRange[]): Promise<number[]> {
  const taken: number[] = [];
  for (let run = 0; run < count; run++) {
    const start = performance.now();
    await listFigures(clickhouse, query, ranges);
    taken.push(performance.now() - start);
  }
  return taken.sort((a, b) => a - b);
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
const ms = (value: number): string => `${value.toFixed(1)} ms`;

async function measure(): Promise<void> {
  const panels: (TableGrouping | "total")[] = [
    "total",
    "day",
    "campaign",
    "url",
    "city",
    "region",
    "country",
    "weekday",
    "device",
  ];
  const scopes = { "5 campaigns": [11, 12, 13, 14, 15], "all 200 campaigns": null };
  for (const [whose, campaignIds] of Object.entries(scopes)) {
    const ratios: number[] = [];
    const all: number[] = [];
    for (const grouping of panels) {
      const period = reportPeriod({}, "Europe/Zurich", now);
      const query: FigureQuery = { grouping, period, now, scope: { campaignIds }, limit: 1_000 };
      const told = await times(runs, query);
      const baseline = await times(baselineRuns, query, [{ rollup: null, ...period }]);
      const ratio = at(baseline, 0.5) / at(told, 0.5);
      ratios.push(ratio);
      all.push(...told);
      console.log(
        `${whose}, 30 days, ${grouping}: median ${ms(at(told, 0.5))}, p95 ${ms(at(told, 0.95))}; events themselves ${ms(at(baseline, 0.5))}: ${ratio.toFixed(1)} x faster`,
      );
    }
    console.log(
      `${whose}: panels are ${at(
        ratios.sort((a, b) => a - b),
        0.5,
      ).toFixed(1)} x faster than the events at the median`,
    );
    all.sort((a, b) => a - b);
    tellBar(`${whose}, all panels, median`, at(all, 0.5), { most: bars.median }, " ms");
    tellBar(`${whose}, all panels, p95`, at(all, 0.95), { most: bars.p95 }, " ms");
  }
}

try {
  const start = performance.now();
  await generate();
  console.log(
    `${events.toLocaleString("de-CH")} events generated in ${((performance.now() - start) / 1_000).toFixed(1)} s`,
  );
  await measure();
} finally {
  await clickhouse.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(barsExitCode());
