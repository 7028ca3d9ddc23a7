import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { type ClickHouse, connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";

export type ClickHouseServer = {
  /** A value of CLICKHOUSE_URL. */
  url: string;
  /** The same store, without the network. */
  store: ClickHouse;
  close(): Promise<void>;
};

/** What arrives at the server. */
export type ServerRequest = { statement: string; params: Record<string, unknown>; settings: Record<string, string> };

export type ClickHouseServerOptions = {
  /** Sees each request before it runs. A rejection is the answer. */
  onRequest?: (request: ServerRequest, store: ClickHouse) => Promise<void>;
  /** What the embedded engine runs instead of a statement for a cluster. */
  localized?: (statement: string) => string;
};

/** Parameters of ClickHouse's HTTP interface that are no settings. */
const known = new Set(["query", "query_id", "database", "session_id"]);

/**
 * The embedded ClickHouse behind the part of the HTTP interface that Litfass uses, so that several API processes of a test
 * share it. One per process.
 */
export async function startClickHouseServer(
  folder: string,
  options: ClickHouseServerOptions = {},
): Promise<ClickHouseServer> {
  const store = await connectClickHouse({ url: null, folder });
  const server = createServer((request, response) => {
    answer(store, options, request, response).catch((error: unknown) => {
      const { code = "1002", type = "UNKNOWN_EXCEPTION", message } = error as { code?: string; type?: string } & Error;
      response.writeHead(500, { "x-clickhouse-exception-code": code });
      response.end(`Code: ${code}. DB::Exception: ${message} (${type})`);
    });
  });
  // Litfass closes its idle connections first.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
    },
  };
}

async function answer(
  store: ClickHouse,
  { onRequest, localized = (statement) => statement }: ClickHouseServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/ping") return void response.end("Ok.\n");
  const body = Buffer.concat(await request.toArray());
  const named = [...searchParams].filter(([name]) => !known.has(name));
  const isParameter = ([name]: [string, string]): boolean => name.startsWith("param_");
  const query_params = Object.fromEntries(named.filter(isParameter).map(([name, value]) => [name.slice(6), value]));
  const clickhouse_settings = Object.fromEntries(named.filter((each) => !isParameter(each)));
  const given = searchParams.get("query");
  const native = / format Native$/.exec(given ?? "");
  const statement = given === null ? body.toString() : native ? given : `${given}\n${body}`;
  await onRequest?.({ statement, params: query_params, settings: clickhouse_settings }, store);
  if (native) {
    await store.insertNative(localized(statement.slice(0, native.index)), body);
    return void response.end();
  }
  const { stream } = await store.exec({ query: localized(statement), query_params, clickhouse_settings });
  await pipeline(stream, response);
}
