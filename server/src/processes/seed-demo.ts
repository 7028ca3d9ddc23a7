import path from "node:path";
import { microsPerUnit } from "@litfass/contract/money";
import { seedDemoPayment } from "../billing/index.ts";
import { seedDemoUsers } from "../identity/index.ts";
import { connectClickHouse } from "../platform/clickhouse.ts";
import { ConfigError, readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { migrateClickHouse } from "../platform/migrate-clickhouse.ts";
import { openPlatform, type Platform } from "../platform/platform.ts";
import { seedDemoCampaigns } from "./demo/seed-campaigns.ts";
import { noteDemoSeeded } from "./installation.ts";

/** Who topped up how many francs by card, how many days ago. */
const demoPayments = [
  ["customer", 1500, 62],
  ["customer", 1500, 41],
  ["customer", 3000, 33],
  ["advanced_advertiser", 4500, 38],
] as const;

/**
 * Fills an installation with the demo, room by room. Each step leaves alone what is there already, so that a run that
 * was interrupted can be repeated; the note that it is done comes last.
 */
async function seedDemo(platform: Platform): Promise<void> {
  const users = await seedDemoUsers(platform);
  const now = platform.clock.now().getTime();
  for (const [owner, francs, daysAgo] of demoPayments) {
    const purchase = { ownerUid: users[owner].uid, amountMicros: BigInt(francs) * microsPerUnit };
    await seedDemoPayment(platform, purchase, new Date(now - daysAgo * 86_400_000));
  }
  await seedDemoCampaigns(platform, users);
  await noteDemoSeeded(platform.db, platform.clock.now());
}

const config = readConfig(process.env);
if (!config.demo || !config.databaseUrl) throw new ConfigError("The demo is filled in by npm start");
const log = createLog({ level: config.logLevel, process: "seed" });
const clickhouse = await connectClickHouse({
  url: config.clickhouseUrl,
  folder: path.join(config.dataDir, "clickhouse"),
});
await migrateClickHouse(clickhouse, log);
const { platform, close } = await openPlatform({ config, log, clickhouse, databaseUrl: config.databaseUrl });
await seedDemo(platform);
await close();
await clickhouse.close();
