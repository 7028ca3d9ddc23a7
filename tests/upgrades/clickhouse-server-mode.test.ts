import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type ClickHouse, connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseFile } from "../../scripts/sources/parsed-file.ts";
import { type CallSite, callsOf, clickHouseCalls, nameOfSite, recordCalls } from "../support/clickhouse-calls.ts";
import { functionsOf, refusalsOf } from "../support/clickhouse-refusals.ts";
import { startClickHouseServer } from "../support/clickhouse-server.ts";
import { sendBackups, sendReads, sendWrites } from "../support/every-clickhouse-statement.ts";

/** What only the embedded engine is sent. */
const embeddedOnly: [file: string, call: RegExp][] = [
  ["platform/src/clickhouse/clickhouse.ts", /^client\.command\(.* select \* from file\(/],
  ["platform/src/clickhouse/clickhouse.ts", /^client\.command\(\{ query \}\)/],
  ["platform/src/clickhouse/freeze-sql.ts", /^clickhouse\.query\(.* from system\.tables/],
  ["platform/src/clickhouse/freeze-sql.ts", /^clickhouse\.command\(.* freeze/],
  ["platform/src/clickhouse/copy-store.ts", /^source\./],
];

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

type Sent = { statements: string[]; refused: string[]; sites: Set<string>; answers: string[] };

/** Sends every statement to one server, or, of a cluster, those that are not the same there. */
async function sendAll(cluster: string | null): Promise<Sent> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-server-mode-"));
  const sent: Sent = { statements: [], refused: [], sites: new Set(), answers: [] };
  let introducedIn: ReadonlyMap<string, string> = new Map();
  const server = await startClickHouseServer(folder, {
    localized,
    async onRequest(request, store) {
      sent.statements.push(request.statement);
      const found = await refusalsOf(request, store, { introducedIn, oldest, isCluster: cluster !== null });
      sent.refused.push(...found.map((reason) => `${reason}: ${request.statement}`));
      if (found.length > 0) throw new Error(`A server refuses ${found.join(", ")}: ${request.statement}`);
    },
  });
  introducedIn = await functionsOf(server.store);
  const plain = await connectClickHouse({ url: server.url, cluster, folder });
  const clickhouse = recordCalls(plain, (site) => sent.sites.add(site));
  try {
    await sendWrites(clickhouse);
    if (cluster === null) await sendReads(clickhouse);
    sent.answers = await sendBackups(clickhouse, cluster !== null);
  } finally {
    await clickhouse.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return sent;
}

let one: Sent;
let cluster: Sent;
beforeAll(async () => {
  one = await sendAll(null);
  cluster = await sendAll("main");
});

test("a server runs every statement, and none has what a server refuses", () => {
  for (const { refused, statements, answers } of [one, cluster]) {
    expect(refused).toEqual([]);
    expect(statements.length).toBeGreaterThan(100);
    // The server has read these statements: it only misses the disk.
    expect(answers).toHaveLength(4);
    for (const answer of answers) expect(answer).toMatch(/disk|not found/i);
  }
});

test("the statements of every place in the code were sent", () => {
  const calls = clickHouseCalls();
  expect(calls.length).toBeGreaterThan(40);
  const sites = new Set([...one.sites, ...cluster.sites]);
  const isAt = ({ file, text }: CallSite, [name, call]: [string, RegExp]): boolean => file === name && call.test(text);
  for (const known of embeddedOnly)
    expect(
      calls.some((call) => isAt(call, known)),
      String(known),
    ).toBe(true);
  const isEmbedded = (call: CallSite): boolean => embeddedOnly.some((known) => isAt(call, known));
  const missing = calls.filter((call) => !isEmbedded(call) && !sites.has(nameOfSite(call)));
  expect(missing.map((call) => `${nameOfSite(call)} ${call.text}`)).toEqual([]);
});

test("a place in the code is found however it is written", () => {
  const code = `
    clickhouse.query({ query: "select 1" });
    await platform.clickhouse
      .command(request);
    const ask = clickhouse.query;
    store.insertNative(statement, block);
    pool.query("select 1"); pattern.exec(text);`;
  expect(callsOf(parseFile("a.ts", code)).map(({ line }) => line)).toEqual([2, 4, 5, 6]);
});

describe("refused is", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-refusals-"));
  let store: ClickHouse;
  beforeAll(async () => {
    store = await connectClickHouse({ url: null, folder });
  });
  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const engine = { introducedIn: new Map([["newfunction", "26.1.0"]]), oldest: "25.8" };
  test.each([
    ["insert into a select * from file('a.native', 'Native')", "table function file"],
    ["select file('/etc/passwd') from a", "function file"],
    ["select * from url('http://a', 'CSV')", "table function url"],
    ["select count() from a settings max_threads = 1", "setting max_threads"],
    ["select newFunction(a) from b", "function newFunction, which is new in 26.1.0"],
    ["alter table a freeze with name 'b'", "freeze, whose copies only the server's machine has"],
    ["system stop merges", "a statement about the whole server"],
    ["create table a (b UInt8) engine = Memory", "engine Memory"],
    ["alter table a add column b UInt8", "no on cluster", true],
    ["create table a on cluster 'main' (b UInt8) engine = MergeTree order by b", "engine MergeTree in a cluster", true],
  ])("%s", async (statement, reason, isCluster = false) => {
    const found = await refusalsOf({ statement, params: {}, settings: {} }, store, { ...engine, isCluster });
    expect(found).toContain(reason);
  });
});
