import type { PlatformConfig } from "../config/config.ts";
import type { Exchange } from "../config/exchanges.ts";
import type { Log } from "../log/log.ts";
import { type Followed, follow } from "../postgres/follow.ts";
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

/** Keeps the exchanges of a process up to date. @throws if they cannot be read at the start. */
export const followExchanges = ({
  db,
  url,
  log,
  config,
}: {
  db: Database;
  url: string;
  log: Log;
  config: ExchangeConfig;
}): Promise<Followed<Exchange[]>> =>
  follow({ name: "the exchanges", url, channel: exchangesChannel, log, read: () => readExchanges(db, config, log) });
