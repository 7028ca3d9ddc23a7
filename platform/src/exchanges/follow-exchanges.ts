import type { PlatformConfig } from "../config/config.ts";
import type { Exchange } from "../config/exchanges.ts";
import type { Log } from "../log.ts";
import { listen } from "../postgres/listener.ts";
import type { Database, Executor } from "../postgres/postgres.ts";
import { exchangesChannel, listStoredExchanges } from "./exchange-sql.ts";
import { exchangeOfRow } from "./stored-exchange.ts";

type ExchangeConfig = Pick<PlatformConfig, "exchanges" | "secrets">;

/**
 * The exchanges that apply: those of the configuration, replaced by those that staff stored under the same name. One
 * whose secret cannot be decrypted is left out and logged.
 */
export async function readExchanges(db: Executor, config: ExchangeConfig, log: Log): Promise<Exchange[]> {
  const byName = new Map(config.exchanges.map((exchange) => [exchange.name, exchange]));
  for (const row of await listStoredExchanges(db)) {
    const exchange = exchangeOfRow(row, config.secrets.signing, byName.get(row.name));
    if (exchange) byName.set(row.name, exchange);
    else {
      byName.delete(row.name);
      log.error({ exchange: row.name }, "the exchange's secrets cannot be decrypted: save them again");
    }
  }
  return [...byName.values()];
}

/** Backs up the notifications, which are lost while the connection is down. */
const refreshMs = 15_000;

/**
 * Keeps the exchanges of a process up to date: read at the start, at every notification of a change, and every 15
 * seconds. `current` returns the same list until something was read again. While they cannot be read, the last ones
 * apply.
 * @throws if they cannot be read at the start.
 */
export async function followExchanges(parts: {
  db: Database;
  url: string;
  log: Log;
  config: ExchangeConfig;
}): Promise<{ current(): Exchange[]; close(): Promise<void> }> {
  const { db, url, log, config } = parts;
  let exchanges = await readExchanges(db, config, log);
  let reads = 0;
  let applied = 0;
  const refresh = async (): Promise<void> => {
    reads += 1;
    const read = reads;
    const found = await readExchanges(db, config, log);
    // A slow answer must not replace that of a later read.
    if (read < applied) return;
    applied = read;
    exchanges = found;
  };
  const onChange = (): void =>
    void refresh().catch((error: unknown) => log.error({ err: error }, "the exchanges could not be read"));
  const listener = listen(url, exchangesChannel, { log, connect: onChange, message: onChange });
  const timer = setInterval(onChange, refreshMs);
  timer.unref();
  return {
    current: () => exchanges,
    async close() {
      clearInterval(timer);
      await listener.close();
    },
  };
}
