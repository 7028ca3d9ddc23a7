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

/** Parameters of ClickHouse's HTTP interface that are no settings. */
const known = new Set(["query", "query_id", "database", "session_id"]);

/**
 * The embedded ClickHouse behind the part of the HTTP interface that Litfass uses, so that several API processes of a test
 * share it. One per process.
 */
export async function startClickHouseServer(folder: string): Promise<ClickHouseServer> {
  const store = await connectClickHouse({ url: null, folder });
  const server = createServer((request, response) => {
    answer(store, request, response).catch((error: unknown) => {
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

async function answer(store: ClickHouse, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/ping") return void response.end("Ok.\n");
  const body = Buffer.concat(await request.toArray());
  const statement = searchParams.get("query");
  const native = / format Native$/.exec(statement ?? "");
  if (statement !== null && native) {
    await store.insertNative(statement.slice(0, native.index), body);
    return void response.end();
  }
  const named = [...searchParams].filter(([name]) => !known.has(name));
  const isParameter = ([name]: [string, string]): boolean => name.startsWith("param_");
  const { stream } = await store.exec({
    query: statement === null ? body.toString() : `${statement}\n${body}`,
    query_params: Object.fromEntries(named.filter(isParameter).map(([name, value]) => [name.slice(6), value])),
    clickhouse_settings: Object.fromEntries(named.filter((each) => !isParameter(each))),
  });
  await pipeline(stream, response);
}
