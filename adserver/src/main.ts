import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createShipper, openJournal } from "@litfass/events/index";
import { systemClock } from "@litfass/platform/clock";
import { readConfig } from "@litfass/platform/config/config";
import { isOpen } from "@litfass/platform/config/exchanges";
import { proxyCheck } from "@litfass/platform/config/proxies";
import { createLog } from "@litfass/platform/log";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { portError, type Running, runProcess, StartError } from "@litfass/platform/process/lifetime";
import { systemRandom } from "@litfass/platform/random";
import { dataCentresBy, locateBy, startDelivery } from "./index.ts";

/**
 * A delivery process on its own origin. It never opens the event store: what happens goes to a journal, and from there
 * in signed batches to the api process.
 */
async function startDeliveryProcess(): Promise<Running> {
  const config = readConfig(process.env);
  if (!config.databaseUrl) throw new StartError("DATABASE_URL is not set; npm start brings an own PostgreSQL");
  const log = createLog({ level: config.logLevel, process: "delivery" });
  const name = `delivery-${config.deliveryPort}`;
  const postgres = connectPostgres(config.databaseUrl, { log, maxConnections: 4 });
  const journal = await openJournal(path.join(config.dataDir, "journal", name), {
    process: name,
    random: systemRandom,
    log,
  });
  const shipper = createShipper({
    journal,
    apiUrl: config.internalUrl,
    secret: config.secrets.internal,
    random: systemRandom,
    log,
  });
  try {
    const open = config.exchanges.filter(isOpen).map(({ name }) => name);
    if (open.length > 0) log.warn({ exchanges: open }, "anybody can bid as these exchanges: set EXCHANGE_SECRETS");
    const delivery = await startDelivery({
      host: config.host,
      port: config.deliveryPort,
      adsUrl: config.adsUrl,
      process: journal.process,
      signingSecret: config.secrets.signing,
      db: postgres.db,
      databaseUrl: config.databaseUrl,
      clock: systemClock,
      random: systemRandom,
      log,
      append: (event) => journal.append(event),
      unshipped: journal.unshipped(),
      exchanges: config.exchanges,
      exchangeDomains: config.exchangeDomains,
      syncPartners: new Map(Object.entries(config.exchangeSync)),
      rates: config.currencyRates,
      tcfVendorId: config.tcfVendorId ?? undefined,
      redisUrl: config.redisUrl ?? undefined,
      ...addressData(path.join(config.dataDir, "geo")),
      // The sandbox stands for many visitors and says which one it is, as a proxy does.
      isProxy: proxyCheck(config.sandboxUrl ? [...config.trustProxy, "loopback"] : config.trustProxy),
    });
    shipper.start();
    return {
      async stop() {
        await delivery.stop();
        await shipper.stop();
        await journal.close();
        await postgres.close();
      },
    };
  } catch (error) {
    await journal.close();
    await postgres.close();
    throw portError(error, "DELIVERY_PORT", config.deliveryPort);
  }
}

/** Files of MaxMind's that the operator may put into the data folder: places and data centres by address. */
function addressData(folder: string) {
  const read = <T>(name: string, use: (file: Buffer) => T): T | undefined => {
    const file = path.join(folder, name);
    return existsSync(file) ? use(readFileSync(file)) : undefined;
  };
  return { locate: read("city.mmdb", locateBy), isDataCentre: read("anonymous-ip.mmdb", dataCentresBy) };
}

await runProcess("delivery", startDeliveryProcess);
