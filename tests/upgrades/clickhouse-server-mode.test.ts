import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseFile } from "../../scripts/sources/parsed-file.ts";
import { callsOf, clickHouseCalls, nameOfSite, recordCalls } from "../support/clickhouse-calls.ts";
import { type Engine, functionsOf, refusalsOf } from "../support/clickhouse-refusals.ts";
import { type ClickHouseServer, startClickHouseServer } from "../support/clickhouse-server.ts";
import { sendBackups, sendReads, sendWrites } from "../support/every-clickhouse-statement.ts";

/** What only the embedded engine is sent: the beginnings of the calls. */
const embeddedOnly = [
  ["platform/src/clickhouse/clickhouse.ts", "client.command({ query: `${statement} select * from file("],
  ["platform/src/clickhouse/clickhouse.ts", "client.command({ query })"],
  ["platform/src/clickhouse/freeze-sql.ts", "clickhouse.query({ query: \"select name from system.tables"],
  ["platform/src/clickhouse/freeze-sql.ts", "clickhouse.command({ query: `alter table \\`${table.name}\\` freeze"],
  ["platform/src/clickhouse/copy-store.ts", "source."],
] as const;

const compose = parse(readFileSync(path.resolve(import.meta.dirname, "../../deploy/compose.yaml"), "utf8"));
const oldest = /:(\d+\.\d+)$/.exec(compose.services.clickhouse.image)?.[1] ?? "";

/** What the embedded engine runs instead: it has no replicas, and would try to reach the bucket for minutes. */
const localized = (statement: string): string =>
  statement
    .replace(/ on cluster '\w+'/i, "")
    .replace(/engine = Replicated/i, "engine = ")
    .replace(/\breplicated_deduplication_window = /, "non_replicated_deduplication_window = ")
    .replace(/, replicated_deduplication_window_seconds = \d+/, "")
    .replace(/\bS3\('.*'\)/, "Disk('missing', 'litfass/one')")
    .replace("engine like 'Replicated%'", "engine like '%MergeTree'")
    .replace(/^system sync replica (\S+)/, "exists table $1");

describe.each([["one server", null], ["a cluster", "main"]] as const)("%s", (_name, cluster) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-server-mode-"));
  const refused: string[] = [];
  const statements: string[] = [];
  const sites = new Set<string>();
  let answers: string[] = [];
  let server: ClickHouseServer;

  beforeAll(async () => {
    const engine: Engine = { introducedIn: new Map(), oldest, isCluster: cluster !== null };
    server = await startClickHouseServer(folder, {
      localized,
      async onRequest(request, store) {
        statements.push(request.statement);
        const found = await refusalsOf(request, store, engine);
        refused.push(...found.map((reason) => `${reason}: ${request.statement}`));
      },
    });
    Object.assign(engine, { introducedIn: await functionsOf(server.store) });
    const plain = await connectClickHouse({ url: server.url, cluster, folder });
    const clickhouse = recordCalls(plain, (site) => sites.add(site));
    await sendWrites(clickhouse);
    await sendReads(clickhouse);
    answers = await sendBackups(clickhouse, cluster !== null);
    await clickhouse.close();
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("runs every statement, and none has what a server refuses", () => {
    expect(refused).toEqual([]);
    expect(statements.length).toBeGreaterThan(150);
    // The server has read the statements, and refuses the places.
    expect(answers).toHaveLength(4);
    for (const answer of answers) expect(answer).not.toMatch(/syntax|unknown/i);
  });

  test("is sent the statements of every place in the code", () => {
    const isEmbedded = ({ file, text }: { file: string; text: string }): boolean =>
      embeddedOnly.some(([name, start]) => file === name && text.startsWith(start));
    const inCluster = (text: string): boolean => cluster !== null || !text.startsWith("clickhouse.command({ query: `system sync");
    const calls = clickHouseCalls();
    expect(calls.filter(isEmbedded).length).toBeGreaterThanOrEqual(embeddedOnly.length);
    const missing = calls.filter((call) => !isEmbedded(call) && inCluster(call.text) && !sites.has(nameOfSite(call)));
    expect(missing.map((call) => `${nameOfSite(call)} ${call.text}`)).toEqual([]);
  });
});
