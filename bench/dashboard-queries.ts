import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { createLog } from "@litfass/platform/log/log";
import { type FigureQuery, listFigures } from "../server/src/modules/reporting/metrics/figures-sql.ts";
import type { RollupRange } from "../server/src/modules/reporting/metrics/rollup-plan.ts";
import { reportPeriod } from "../server/src/modules/reporting/report-period.ts";
import { barsExitCode, tellBar } from "./bars.ts";
import { generateEvents } from "./large/events.ts";

/**
 * The duration of the dashboard's queries over twenty million events of 90 days and 200 campaigns, from the rollups,
 * against the same queries on the events (sorted by campaign, kind and time). BENCH_EVENTS=100000000 uses a hundred
 * million, which take some minutes to generate.
 */
const events = Number(process.env.BENCH_EVENTS ?? 20_000_000);
/** In ms: over twenty million events, and p95 over a hundred million. */
const bars = events <= 20_000_000 ? { median: 15, p95: 60 } : { median: 60, p95: 150 };
const runs = 15;
const baselineRuns = 5;
const now = new Date("2026-03-02T15:00:00.000Z");

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-bench-"));
const log = createLog({ level: "error", process: "bench" });
const clickhouse = await connectClickHouse({ url: null, folder: path.join(folder, "clickhouse") });

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
  await generateEvents(clickhouse, { events, now, log });
  console.log(
    `${events.toLocaleString("de-CH")} events generated in ${((performance.now() - start) / 1_000).toFixed(1)} s`,
  );
  await measure();
} finally {
  await clickhouse.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(barsExitCode());
