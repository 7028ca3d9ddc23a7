import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import type { ChdbConnection } from "chdb/connection";
import { clusterSettings, onCluster } from "./on-cluster.ts";
import { traceStatements } from "./trace-statements.ts";

export type ClickHouse = ClickHouseClient & {
  /** Runs an insert (without its data) with a block in the format Native. */
  insertNative(statement: string, block: Buffer): Promise<void>;
  /** Changes the schema, on each server of the cluster. */
  define(statement: string): Promise<void>;
};

/** Counts beyond 2^53 would be rounded unless quoted. */
const settings = { output_format_json_quote_64bit_integers: 1 } as const;

/**
 * The event store: the server at `url`, or ClickHouse inside this process on `folder`, with the same client. One
 * process per folder; never in a worker thread, never in the delivery process.
 * @throws if there is neither a URL nor the optional package chdb.
 */
export async function connectClickHouse(options: {
  url: string | null;
  folder: string;
  cluster?: string | null;
}): Promise<ClickHouse> {
  if (options.url) {
    const { url, cluster = null } = options;
    const clickhouse_settings = cluster === null ? settings : { ...settings, ...clusterSettings };
    const client = createClient({ url, request_timeout: 30_000, clickhouse_settings });
    const insertNative = async (statement: string, block: Buffer): Promise<void> => {
      const values = Readable.from([block], { objectMode: false });
      // Read to its end, although it is empty: otherwise the connection is closed after each insert.
      await text((await client.exec({ query: `${statement} format Native`, values })).stream);
    };
    const define = async (query: string): Promise<void> =>
      void (await client.command({ query: cluster === null ? query : onCluster(query, cluster) }));
    return traceStatements(Object.assign(client, { insertNative, define }));
  }
  const folder = path.resolve(options.folder);
  const connection = await openEmbedded(folder);
  // The package uses the types of its own copy of the client.
  const client = createClient({ connection: connection as never, clickhouse_settings: settings });
  let blocks = 0;
  /** Statements are text, so binary data is passed by a file. A leftover file is overwritten. */
  const insertNative = async (statement: string, block: Buffer): Promise<void> => {
    const file = path.join(folder, `incoming-${blocks++}.native`);
    await writeFile(file, block);
    try {
      await client.command({ query: `${statement} select * from file('${file.replaceAll("'", "''")}', 'Native')` });
    } finally {
      await rm(file, { force: true });
    }
  };
  const define = async (query: string): Promise<void> => void (await client.command({ query }));
  return traceStatements(Object.assign(client, { insertNative, define }));
}

/** @throws if ClickHouse does not answer. */
export async function pingClickHouse(clickhouse: ClickHouse): Promise<void> {
  const pong = await clickhouse.ping();
  if (!pong.success) throw pong.error;
}

/**
 * By default the engine looks for work in each table twice a second and measures its memory 20 times a second, which costs
 * 1% of a core in an installation at rest. An insert starts the merges that it needs itself.
 */
const engineArgs = [
  "--memory_worker_period_ms=1000",
  ...["processing", "streaming_processing", "move_processing"].flatMap((pool) => [
    `--background_${pool}_pool_thread_sleep_seconds_if_nothing_to_do=10`,
    `--background_${pool}_pool_task_sleep_seconds_when_no_work_min=10`,
  ]),
];

/** The engine starts with the first connection to a folder, and only that one can pass settings of the engine. */
async function openEmbedded(folder: string): Promise<ChdbConnection> {
  const [{ Session }, { createChdbConnection }] = await loadEmbedded();
  const first = new Session(folder, { connectionArgs: engineArgs });
  try {
    return createChdbConnection({ path: folder });
  } finally {
    first.close();
  }
}

async function loadEmbedded(): Promise<[typeof import("chdb"), typeof import("chdb/connection")]> {
  try {
    return await Promise.all([import("chdb"), import("chdb/connection")]);
  } catch (error) {
    throw new Error(
      "ClickHouse is not there: set CLICKHOUSE_URL to a server, or install the optional package chdb (Linux and macOS)",
      { cause: error },
    );
  }
}
