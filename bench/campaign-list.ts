import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createLog } from "@litfass/platform/log/log";
import { startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { connectPostgres } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import pg from "pg";
import { listCampaignRows } from "../server/src/modules/campaigns/campaign-sql.ts";
import { presentCampaigns } from "../server/src/modules/campaigns/present-campaign.ts";
import { insertUser } from "../server/src/modules/users/index.ts";
import { barsExitCode, tellBar } from "./bars.ts";

/** A page of a list of 10,000 campaigns against a page of a list of 100, for advertisers and staff. */
const runs = 60;
const now = new Date("2026-03-02T09:00:00.000Z");
const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-bench-"));
chmodSync(folder, 0o755);
const log = createLog({ level: "error", process: "bench" });
const postgres = await startEmbeddedPostgres({
  folder: path.join(folder, "postgres"),
  password: "bench-password",
  say: console.log,
  settings: ["fsync=off", "synchronous_commit=off"],
});
await migratePostgres(postgres.url, log);
const { db, close } = connectPostgres(postgres.url, { log });

/** Like autovacuum in production; the application's role may not. */
async function analyse(): Promise<void> {
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  await owner.query("vacuum analyze");
  await owner.end();
}

async function fill(uid: string, campaigns: number): Promise<void> {
  const person = { fullName: uid, displayName: uid, lang: "en", createdAt: now, updatedAt: now } as const;
  await insertUser(db, { uid, role: "customer", email: `${uid}@bench.example`, emailVerifiedAt: now, ...person });
  await db.execute(sql`
    insert into campaigns (owner_uid, name, currency, total_budget_micros, start_on, end_on, created_at, updated_at)
    select ${uid}, 'Campaign ' || number, 'CHF', 500000000, '2026-03-02', '2026-03-31',
      ${now.toISOString()}::timestamptz - number * interval '1 minute', ${now.toISOString()}::timestamptz
    from generate_series(1, ${campaigns}) as number`);
}

type Asked = { uid: string; reach: "own" | "all"; page?: number; sort?: "name" };

/** The median of several runs in ms: rows, their number, owners, spend and banners, as in the list call. */
async function median({ uid, reach, page = 1, sort }: Asked): Promise<number> {
  const caller = { uid, reach, role: reach === "all" ? "admin" : "customer", lang: "en" } as const;
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    const { rows } = await listCampaignRows(db, caller, { page, per_page: 15, sort, direction: "asc" });
    await presentCampaigns(db, rows, now, "en");
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

const tell = (name: string, few: number, many: number) => {
  console.log(`${name}: 100 in ${few.toFixed(2)} ms, 10,000 in ${many.toFixed(2)} ms`);
  tellBar(`${name}, 10,000 ÷ 100`, many / few, { most: 3 });
};

await fill("few-campaigns", 100);
await analyse();
const staffFew = await median({ uid: "staff", reach: "all" });
await fill("many-campaigns", 10_000);
await analyse();
for (const sort of [undefined, "name"] as const) {
  const few = await median({ uid: "few-campaigns", reach: "own", sort });
  const many = await median({ uid: "many-campaigns", reach: "own", sort });
  tell(`own campaigns, ${sort ? "by name" : "newest first"}`, few, many);
}
tell("all campaigns, newest first", staffFew, await median({ uid: "staff", reach: "all" }));
await close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(barsExitCode());
