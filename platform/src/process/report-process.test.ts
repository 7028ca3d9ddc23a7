import { sql } from "drizzle-orm";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { version } from "../installation/version.ts";
import { clockSkewMs, requireRightClock, watchClock } from "./clock-skew.ts";
import { listReports, type ProcessReport, storeReport } from "./process-sql.ts";
import { reportProcess } from "./report-process.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());
beforeEach(() => stack.platform.db.execute(sql`delete from processes`));

const journal = { events: 12, bytes: 3_400, oldestAgeMs: 1_500.4, filesForInspection: 1 };
const report: ProcessReport = {
  id: "delivery-8081-a",
  kind: "ad_server",
  version: "1.2.3",
  host: "machine-1",
  uptimeMs: 60_000,
  isReady: true,
  clockSkewMs: -3,
  snapshotAgeMs: 900,
  journal,
};

test("a running process is listed with its state, and no longer after it stopped", async () => {
  const { db, log } = stack.platform;
  const skews: number[] = [];
  const reporter = reportProcess({
    db,
    log,
    kind: "ad_server",
    id: "delivery-8081-a",
    onSkew: (skewMs) => void skews.push(skewMs),
    isReady: () => false,
    snapshotAgeMs: () => 250.6,
    journal: async () => journal,
  });
  await vi.waitFor(async () => expect(await listReports(db, 10)).toHaveLength(1));
  const [seen] = await listReports(db, 10);
  expect(seen).toMatchObject({
    id: "delivery-8081-a",
    kind: "ad_server",
    version,
    isReady: false,
    snapshotAgeMs: 251,
    journal: { ...journal, oldestAgeMs: 1_500 },
  });
  expect(Math.abs(seen?.clockSkewMs ?? 999)).toBeLessThan(100);
  expect(skews.map((skewMs) => Math.round(skewMs) || 0)).toEqual([seen?.clockSkewMs]);
  expect(seen?.unseenMs).toBeLessThan(2_000);
  const uptimeMs = (seen?.seenAt.getTime() ?? 0) - (seen?.startedAt.getTime() ?? 0);
  expect(Math.abs(uptimeMs - process.uptime() * 1000)).toBeLessThan(2_000);
  await reporter.stop();
  expect(await listReports(db, 10)).toEqual([]);
});

test("a later report replaces the earlier one; processes that are gone for a day are forgotten", async () => {
  const { db } = stack.platform;
  await storeReport(db, { ...report, id: "gone" });
  await db.execute(sql`update processes set seen_at = now() - interval '25 hours'`);
  await storeReport(db, { ...report, id: "api", kind: "api", snapshotAgeMs: null, journal: null });
  await storeReport(db, report);
  await storeReport(db, { ...report, isReady: false, version: "1.2.4" });
  expect(await listReports(db, 10)).toMatchObject([
    { id: "api", kind: "api", snapshotAgeMs: null, journal: null },
    { id: report.id, isReady: false, version: "1.2.4" },
  ]);
});

test("a report that fails is logged and does not stop the process", async () => {
  const warnings: string[] = [];
  const reporter = reportProcess({
    db: stack.platform.db,
    log: { warn: ((_fields: object, message: string) => void warnings.push(message)) as never },
    kind: "api",
    id: "api-1",
    isReady: () => Promise.reject(new Error("no answer")),
  });
  await vi.waitFor(() => expect(warnings).toEqual(["this process could not be reported"]));
  await reporter.stop();
});

test("the skew of two clocks is 0 as long as the answer can have been read between question and answer", () => {
  expect(clockSkewMs(1_000, 1_005, 1_010)).toBe(0);
  expect(clockSkewMs(1_000, 400, 1_010)).toBe(600);
  expect(clockSkewMs(1_000, 3_010, 1_010)).toBe(-2_000);
});

test("a process does not start with a clock more than 2 seconds off, and ends with one more than a minute off", async () => {
  await requireRightClock(
    async () => 12_000,
    () => 10_000,
  );
  const ahead = requireRightClock(
    async () => 10_000,
    () => 93_610_000,
  );
  await expect(ahead).rejects.toThrow("clock differs from the database's by 93600.0 s");
  const registry = new Registry();
  const watch = watchClock(registry);
  const ended = vi.fn();
  void watch.failed.then(ended);
  watch.note(59_000);
  expect(await registry.metrics()).toContain("litfass_clock_skew_seconds 59\n");
  expect(ended).not.toHaveBeenCalled();
  watch.note(-61_000);
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  expect(String(ended.mock.lastCall)).toContain("by -61.0 s");
});
