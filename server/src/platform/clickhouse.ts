import path from "node:path";
import { type ClickHouseClient, createClient } from "@clickhouse/client";

export type ClickHouse = ClickHouseClient;

/** Counts beyond 2^53 would come back rounded if they were not quoted. */
const settings = { output_format_json_quote_64bit_integers: 1 } as const;

/**
 * The event store: the server of `url`, or ClickHouse inside this process on `folder`, by the same client.
 * One process per folder; never in a worker thread, never in the delivery process.
 * @throws where neither an address nor the optional package chdb is there.
 */
export async function connectClickHouse(options: { url: string | null; folder: string }): Promise<ClickHouse> {
  if (options.url) return createClient({ url: options.url, request_timeout: 30_000, clickhouse_settings: settings });
  const { createChdbConnection } = await loadEmbedded();
  const connection = createChdbConnection({ path: path.resolve(options.folder) });
  // The package is built against the client's interface, whose types it takes from its own copy of the client.
  return createClient({ connection: connection as never, clickhouse_settings: settings });
}

async function loadEmbedded(): Promise<typeof import("chdb/connection")> {
  try {
    return await import("chdb/connection");
  } catch (error) {
    throw new Error(
      "ClickHouse is not there: set CLICKHOUSE_URL to a server, or install the optional package chdb (Linux and macOS)",
      { cause: error },
    );
  }
}
