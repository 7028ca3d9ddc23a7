import { eventRoutes } from "@litfass/events/index";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { systemClock } from "@litfass/platform/clock";
import { createLog } from "@litfass/platform/log/log";
import type { Platform } from "@litfass/platform/platform";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import fastify from "fastify";

/**
 * Only the event intake, on the stores of the environment; prints its port. With `DIE_WHILE_SETTLING` it kills itself
 * between ClickHouse and PostgreSQL.
 */
const { FOLDER = "", DATABASE_URL = "", SECRET = "", DIE_WHILE_SETTLING } = process.env;
const log = createLog({ level: "fatal", process: "intake" });
const clickhouse = await connectClickHouse({ url: null, folder: FOLDER });
await migrateClickHouse(clickhouse, log);
const { db } = connectPostgres(DATABASE_URL, { log, role: null });
const app = fastify();
const platform = { db, clickhouse, log, clock: systemClock, config: { secrets: { internal: [SECRET] } } };
eventRoutes(app, platform as unknown as Platform, async (tx, { key, spend }) => {
  for (const { campaignId, amountMicros, impressions } of spend) {
    await tx.execute(sql`insert into fault_spend (key, campaign_id, amount_micros, impressions)
      values (${key}, ${campaignId}, ${amountMicros.toString()}, ${impressions})`);
  }
  if (DIE_WHILE_SETTLING) process.kill(process.pid, "SIGKILL");
});
await app.listen({ port: 0, host: "127.0.0.1" });
console.log(app.server.address());
