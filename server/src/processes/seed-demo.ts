import path from "node:path";
import { connectClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import { beginDemo, noteDemoSeeded } from "@litfass/platform/installation/installation-sql";
import { createLog } from "@litfass/platform/log/log";
import { openPlatform, type Platform } from "@litfass/platform/platform";
import { runBookSpend, seedDemoBilling } from "../modules/billing/index.ts";
import { seedDemoUsers } from "../modules/identity/index.ts";
import { readAppConfig } from "./config.ts";
import { demoRunner } from "./demo/demo-runner.ts";
import { seedDemoAudiences } from "./demo/seed-audiences.ts";
import { prepareDemoSpot, seedDemoAudio } from "./demo/seed-audio.ts";
import { seedDemoBulkCampaign } from "./demo/seed-bulk-campaign.ts";
import { seedDemoCampaigns } from "./demo/seed-campaigns.ts";
import { seedDemoPublisher } from "./demo/seed-publisher.ts";
import { seedDemoReview } from "./demo/seed-review.ts";
import { seedDemoStatements } from "./demo/seed-statements.ts";
import { convertDemoVideo, seedDemoVideo } from "./demo/seed-video.ts";

/**
 * Seeds an installation with the demo, module by module. Each step skips existing data, so that an interrupted run
 * can be repeated; the completion record is written last.
 */
async function seedDemo(platform: Platform): Promise<void> {
  const runner = demoRunner(platform);
  const people = await seedDemoUsers(platform);
  await seedDemoBilling(platform, {
    customer: people.customer.uid,
    advancedAdvertiser: people.advanced_advertiser.uid,
    sales: people.sales.uid,
    admin: people.admin.uid,
  });
  await seedDemoAudiences(runner);
  const placements = await seedDemoPublisher(platform, people);
  const { uid } = people.advanced_advertiser;
  // Another process converts, and there is more than one core.
  const [video, spot] = await Promise.all([
    convertDemoVideo(runner, uid),
    prepareDemoSpot(runner),
    seedDemoCampaigns(platform, people, placements),
  ]);
  // Otherwise the spend of the past weeks would look overdue until the job's first run.
  await runBookSpend(runner.execute);
  await seedDemoStatements(platform, people);
  if (video) await seedDemoVideo(runner, uid, video);
  if (spot) await seedDemoAudio(runner, uid, spot);
  await seedDemoReview(runner, uid);
  await seedDemoBulkCampaign(runner, people);
  await noteDemoSeeded(platform.db, platform.clock.now());
}

const config = readAppConfig(process.env);
if (!config.demo || !config.databaseUrl) throw new Error("the demo is filled in by npm start");
await beginDemo(config.databaseUrl);
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
