import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { systemClock } from "@litfass/platform/clock";
import { collectProcessMetrics } from "@litfass/platform/http/metrics";
import { watchClock } from "@litfass/platform/process/clock-skew";
import { systemRandom } from "@litfass/platform/random";
import { parser } from "@prometheus-io/lezer-promql";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type Stack, startStack } from "../../server/src/testing/stack.ts";
import { type RunningAdServer, startAdServer } from "./start-ad-server.ts";

type Rule = {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
};

type Panel = {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
};
type Dashboard = { uid: string; title: string; panels: Panel[] };

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const { groups } = parse(read("deploy/prometheus/alerts.yaml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboardFolder = "deploy/grafana/dashboards";
const dashboards = readdirSync(path.join(root, dashboardFolder)).map(
  (file) => JSON.parse(read(`${dashboardFolder}/${file}`)) as Dashboard,
);
const metricsByProcess = new Map<string, string>();
let stack: Stack;
let running: RunningAdServer | undefined;

beforeAll(async () => {
  stack = await startStack();
  // As in `processes/api.ts`.
  collectProcessMetrics(stack.app.services.metrics.registry);
  watchClock(stack.app.services.metrics.registry);
  const { db, config, log, lastingKeys } = stack.platform;
  running = await startAdServer({
    host: "127.0.0.1",
    port: 0,
    adsUrl: "http://127.0.0.1:1",
    publicUrl: "http://127.0.0.1:2",
    process: "monitoring",
    signingKeys: config.secrets.signing,
    lastingKeys,
    db,
    databaseUrl: String((db as unknown as { $client: Pool }).$client.options.connectionString),
    clock: systemClock,
    random: systemRandom,
    log,
    append: async () => {},
    journal: {
      isWritable: () => true,
      probe: async () => true,
      filesForInspection: () => 0,
      backlog: async () => ({ events: 3, bytes: 700, oldestAtMs: Date.now() - 3_600_000 }),
    },
    exchanges: { current: () => [{ name: "sandbox" }] },
  });
  const response = await fetch(`http://127.0.0.1:${running.port}/metrics`);
  metricsByProcess.set("adserver", await response.text());
  metricsByProcess.set("api", (await stack.visitor().get("//metrics")).text);
});
afterAll(async () => {
  await running?.stop();
  await stack.close();
});

/** Names of metrics and series, with the suffixes of histograms. `up` is Prometheus' own. */
function exportedNames(): Set<string> {
  const names = new Set(["up"]);
  for (const text of metricsByProcess.values())
    for (const [, name = "", type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      names.add(name);
      if (type === "histogram") for (const suffix of ["bucket", "sum", "count"]) names.add(`${name}_${suffix}`);
    }
  return names;
}

function metricNamesOf(expr: string): string[] {
  const names: string[] = [];
  parser.parse(expr).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expr}`);
      if (type.name === "Identifier" && node.parent?.name === "VectorSelector") names.push(expr.slice(from, to));
    },
  });
  return names;
}

test("every metric of an alert rule is exported by a running process", () => {
  expect(rules.length).toBeGreaterThan(10);
  const exported = exportedNames();
  for (const { alert, expr } of rules) {
    const names = metricNamesOf(expr);
    expect(names, alert).not.toEqual([]);
    expect(
      names.filter((name) => !exported.has(name)),
      alert,
    ).toEqual([]);
  }
});

test("every metric of a dashboard is exported by a running process, and panels lie side by side", () => {
  expect(dashboards.map(({ uid }) => uid).sort()).toEqual([
    "litfass-delivery",
    "litfass-exchanges",
    "litfass-platform",
  ]);
  const exported = exportedNames();
  for (const { uid, panels } of dashboards) {
    const occupied = new Set<string>();
    expect(new Set(panels.map(({ id }) => id)).size, uid).toBe(panels.length);
    for (const { title, type, gridPos, targets = [] } of panels) {
      expect(targets.length > 0, `${uid}: ${title}`).toBe(type !== "row");
      for (const { expr } of targets) {
        // Grafana puts its own interval here; any is valid PromQL.
        const names = metricNamesOf(expr.replaceAll("$__rate_interval", "5m"));
        expect(
          names.filter((name) => !exported.has(name)),
          `${uid}: ${title}`,
        ).toEqual([]);
      }
      expect(gridPos.x + gridPos.w, `${uid}: ${title}`).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(occupied.has(`${x} ${y}`), `${uid}: ${title} covers another panel`).toBe(false);
          occupied.add(`${x} ${y}`);
        }
    }
  }
});

test("docs/metrics.md lists every metric with its meaning", async () => {
  const rows = new Map<string, { type: string; help: string; processes: string[] }>();
  for (const [process, text] of metricsByProcess)
    for (const [, name = "", help = "", type = ""] of text.matchAll(/^# HELP (\S+) (.+)\n# TYPE \S+ (\S+)$/gm)) {
      if (!/^(litfass|http)_/.test(name)) continue;
      const row = rows.get(name) ?? { type, help, processes: [] };
      row.processes.push(process === "api" ? "API" : "ad server");
      rows.set(name, row);
    }
  const table = [...rows]
    .sort(([a], [b]) => a.localeCompare(b, "en"))
    .map(([name, { type, help, processes }]) => `| \`${name}\` | ${type} | ${processes.join(", ")} | ${help} |`);
  await expect(`# Metrics

Prometheus reads them from \`/metrics\` of each process ([monitoring](operating.md#monitoring)). \`deploy/grafana\` draws them;
[Alerts](alerts.md) says which values need attention. Both processes also export Node.js' own metrics (\`process_*\` and
\`nodejs_*\`). Amounts are in millionths of a currency unit (\`_micros\`), times in seconds.

| metric | type | process | meaning |
|---|---|---|---|
${table.join("\n")}
`).toMatchFileSnapshot(path.join(root, "docs/metrics.md"));
});

test("every alert has a severity, a duration, a summary and an existing runbook section", () => {
  const sections = read("docs/alerts.md").matchAll(/^## (.+)$/gm);
  const anchors = new Set([...sections].map(([, title = ""]) => title.toLowerCase().replaceAll(" ", "-")));
  for (const { alert, labels, annotations, ...rule } of rules) {
    expect(["critical", "warning"], alert).toContain(labels.severity);
    expect(rule.for, alert).toMatch(/^\d+[smh]$/);
    expect(annotations.summary, alert).not.toBe("");
    const [file, anchor = ""] = annotations.runbook_url.split("#");
    expect(file, alert).toBe("docs/alerts.md");
    expect(anchors, alert).toContain(anchor);
  }
});

test("both processes show Node's own metrics, the ad server its journal and exchanges, the API its queues", () => {
  const adserver = metricsByProcess.get("adserver") ?? "";
  expect(adserver).toMatch(/^litfass_journal_unshipped_events 3$/m);
  expect(adserver).toMatch(/^litfass_journal_unshipped_bytes 700$/m);
  expect(adserver).toMatch(/^litfass_journal_oldest_unshipped_age_seconds 36\d\d/m);
  expect(adserver).toMatch(/^litfass_snapshot_age_seconds \d/m);
  expect(adserver).toContain('litfass_exchange_wins_total{exchange="sandbox"} 0');
  const api = metricsByProcess.get("api") ?? "";
  expect(api).toMatch(/^litfass_jobs_readable\{process="api"\} 1$/m);
  for (const text of [adserver, api]) expect(text).toContain("# TYPE nodejs_eventloop_lag_p99_seconds gauge");
});
