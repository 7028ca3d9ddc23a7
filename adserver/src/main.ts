import path from "node:path";
import { defaultSettings } from "@litfass/contract/settings/default-settings";
import { createShipper, openJournal } from "@litfass/events/index";
import { systemClock } from "@litfass/platform/clock";
import { readConfig } from "@litfass/platform/config/config";
import { isOpen } from "@litfass/platform/config/exchanges";
import { proxyCheck } from "@litfass/platform/config/networks";
import { followExchanges } from "@litfass/platform/exchanges/follow-exchanges";
import { readInstallationConfig } from "@litfass/platform/installation/installation-config";
import { createLog } from "@litfass/platform/log/log";
import { connectPostgres, requireConnection } from "@litfass/platform/postgres/postgres";
import { portError, type Running, runProcess } from "@litfass/platform/process/lifetime";
import { systemRandom } from "@litfass/platform/random";
import { readLastingKeys } from "@litfass/platform/security/lasting-keys";
import { followSettings } from "@litfass/platform/settings/follow-settings";
import { startTracing } from "@litfass/platform/tracing/start-tracing";
import { openAddressFiles } from "./geo/address-files.ts";
import { startAdServer } from "./start-ad-server.ts";

/**
 * The ad server process on its own origin. It never opens the event store: events go to a journal and in signed
 * batches to the API process.
 */
async function startDeliveryProcess(): Promise<Running> {
  const config = await readInstallationConfig(process.env, (env) => readConfig(env));
  const log = createLog({ level: config.logLevel, process: "delivery" });
  const stopTracing = await startTracing(process.env, "litfass-ad-server", log);
  const name = `delivery-${config.deliveryPort}`;
  const postgres = connectPostgres(config.databaseUrl, { log, maxConnections: 4 });
  await requireConnection(postgres);
  const journal = await openJournal(path.join(config.dataDir, "journal", name), {
    process: name,
    random: systemRandom,
    log,
  });
  const shipper = createShipper({
    journal,
    apiUrl: config.internalUrl,
    secret: config.secrets.internal[0],
    random: systemRandom,
    log,
  });
  const settings = await followSettings({
    db: postgres.db,
    url: config.databaseUrl,
    log,
    defaults: defaultSettings(config),
  });
  const exchanges = await followExchanges({ db: postgres.db, url: config.databaseUrl, log, config });
  try {
    const open = exchanges
      .current()
      .filter(isOpen)
      .map(({ name }) => name);
    if (open.length > 0) log.warn({ exchanges: open }, "anybody can bid as these exchanges: set EXCHANGE_SECRETS");
    const adServer = await startAdServer({
      host: config.host,
      port: config.deliveryPort,
      adsUrl: config.adsUrl,
      publicUrl: config.publicUrl,
      process: journal.process,
      signingKeys: config.secrets.signing,
      lastingKeys: await readLastingKeys(postgres.db, { config, random: systemRandom, log }),
      db: postgres.db,
      databaseUrl: config.databaseUrl,
      clock: systemClock,
      random: systemRandom,
      log,
      append: (event, isWithPrevious, carried) => journal.append(event, isWithPrevious, carried),
      carried: journal.recovered.carried,
      journal,
      unshipped: journal.unshipped(),
      history: journal,
      onWatch: () => shipper.watch(),
      exchanges,
      syncPartners: new Map(Object.entries(config.exchangeSync)),
      settings,
      tcfVendorId: config.tcfVendorId ?? undefined,
      pageMargins: config.margins,
      redisUrl: config.redisUrl ?? undefined,
      drainMs: config.drainMs,
      group: { keys: config.secrets.internal, internalUrl: config.deliveryInternalUrl },
      ...openAddressFiles(path.join(config.dataDir, "geo"), log),
      // The sandbox simulates many visitors and names each one, like a proxy.
      isProxy: proxyCheck(config.sandboxUrl ? [...config.trustProxy, "loopback"] : config.trustProxy),
    });
    shipper.start();
    return {
      drain: adServer.drain,
      async stop() {
        await adServer.stop();
        await shipper.finish();
        await settings.close();
        await exchanges.close();
        await journal.close();
        await postgres.close();
        await stopTracing();
      },
    };
  } catch (error) {
    await settings.close();
    await exchanges.close();
    await journal.close();
    await postgres.close();
    throw portError(error, "DELIVERY_PORT", config.deliveryPort);
  }
}

await runProcess("delivery", startDeliveryProcess);
