import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLog } from "@litfass/platform/log/log";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@litfass/platform/postgres/embedded";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { seededRandom, systemRandom } from "@litfass/platform/random";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

const kills = Number(process.env.FAULT_RUNS ?? 6);
const seed = Number(process.env.FAULT_SEED ?? systemRandom.bytes(4).readUInt32BE());
const campaigns = 6;
/** Too little for all batches. */
const budgetMicros = Math.round(20_000 * Math.max(1, kills / 6));
const firstHour = "2026-03-02T06:00:00.000Z";
/** Each settles batches and books hours. */
const processes = 3;
let folder: string;
let postgres: EmbeddedPostgres;
let database: pg.Client;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-faults-"));
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres({
    folder: path.join(folder, "postgres"),
    password: systemRandom.bytes(24).toString("base64url"),
    say: (line) => console.log(line),
  });
  await migratePostgres(postgres.url, createLog({ level: "silent", process: "test" }));
  database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  await database.query(`create table fault_batches (batch text primary key, charged_micros bigint, cost_micros bigint);
    grant select, insert on fault_batches to litfass_app`);
  for (let id = 1; id <= campaigns; id++) {
    const lines = (kind: string, owner: string | null, other: string, amount: number) =>
      JSON.stringify([
        { kind, owner, campaign: null, currency: "CHF", amount: String(-amount) },
        {
          kind: other,
          owner: `owner-${id}`,
          campaign: other === "reserved" ? id : null,
          currency: "CHF",
          amount: String(amount),
        },
      ]);
    const post = "select ledger_post($1, $2, null, '', $3::jsonb, null, null, now(), $4::jsonb)";
    const details = JSON.stringify({ campaign: id });
    await database.query(post, [
      `credit:${id}`,
      "manual",
      "{}",
      lines("manual_credit", null, "available", budgetMicros),
    ]);
    // Some campaigns have less reserved than their budget: the rest is the operator's loss.
    const reservedMicros = budgetMicros - (id % 2) * Math.round(budgetMicros / 4);
    await database.query(post, [
      `reserve:${id}`,
      "reservation",
      details,
      lines("available", `owner-${id}`, "reserved", reservedMicros),
    ]);
    await database.query(
      "insert into campaign_budgets (campaign_id, budget_micros, even_day_micros) values ($1, $2, $2)",
      [id, budgetMicros],
    );
  }
});
afterAll(async () => {
  await database?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Life = { name: string; run: number; batches: number; laterMs: number; books: "on" | "off" };

/** Runs a process until it has settled so many batches, and kills it a moment later. */
async function runAndKill({ name, run, batches, laterMs, books }: Life): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "settle-until-killed.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ...{ DATABASE_URL: postgres.url, NAME: name, SEED: String(seed + run * processes), CAMPAIGNS: String(campaigns) },
      BOOKS: books,
      // Hours go by, or those that are booked would leave nothing to book.
      FIRST_HOUR: new Date(Date.parse(firstHour) + run * 3_600_000).toISOString(),
    },
  });
  const closed = once(child, "close");
  let done = 0;
  await new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.stdout.on("data", (chunk: Buffer) => {
      done += chunk.toString().split("\n").length - 1;
      if (done >= batches) resolve();
    });
  });
  expect(child.exitCode).toBe(null);
  await wait(laterMs);
  child.kill("SIGKILL");
  await closed;
}

type Sums = Record<"charged" | "cost" | "spent" | "lost" | "unreserved" | "revenue" | "owed" | "open", string>;

/** What batches charged, and where it is: `movements` are the view of booked and open amounts, or the booked ones only. */
async function sums(movements: string): Promise<Sums> {
  const { rows } = await database.query<Sums>(`select
    (select sum(charged_micros) from fault_batches)::text as charged, (select sum(cost_micros) from fault_batches)::text as cost,
    (select sum(spent_micros) from campaign_budgets)::text as spent,
    (select coalesce(sum(beyond_budget_micros), 0) from spend_losses)::text as lost,
    (select coalesce(sum(beyond_reservation_micros), 0) from spend_losses)::text as unreserved,
    (select sum(m.amount_micros) from ${movements} m join ledger_accounts a on a.id = m.account_id where a.kind = 'revenue')::text as revenue,
    (select sum(m.amount_micros) from ${movements} m join ledger_accounts a on a.id = m.account_id where a.kind = 'media_payable')::text as owed,
    (select count(*) from open_spend)::text as open`);
  return rows[0]!;
}

/** What must be nowhere: an overspent budget, a balance that is not its movements, an unbalanced entry, a second one for an hour. */
async function faults(): Promise<unknown[]> {
  const { rows } = await database.query(`
    select 'overspent ' || campaign_id as fault from campaign_budgets where spent_micros > budget_micros
    union all select 'balance ' || a.id from ledger_accounts a where a.owner_uid is not null and a.balance_micros <>
      (select sum(m.amount_micros) from ledger_movements m where m.account_id = a.id)
    union all select 'entry ' || entry_id from ledger_lines group by entry_id having sum(amount_micros) <> 0 or count(*) <> 2
    union all select 'twice ' || min(key) from ledger_entries where kind in ('spend', 'media_cost')
      group by kind, details - 'impressions', date_bin('1 hour', at, '2000-01-01 00:00:00+00') having count(*) > 1
    union all select 'hour of ' || key from ledger_entries where kind in ('spend', 'media_cost')
      and right(key, 13) <> to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`);
  return rows;
}

test(`${kills} random SIGKILLs while batches settle and hours are booked: each charge is in the books once`, async () => {
  console.log(`seed ${seed}`);
  const random = seededRandom(seed);
  let killed = 0;
  await Promise.all(
    Array.from({ length: processes }, async (_, at) => {
      while (killed < kills) {
        killed += 1;
        const [batches, laterMs] = [random.number() * 40, random.number() * 50];
        await runAndKill({ name: `process-${at}`, run: killed, batches, laterMs, books: "on" });
      }
    }),
  );
  // The last kill may come when every hour is booked.
  await runAndKill({ name: "process-0", run: killed + 1, batches: 5, laterMs: 0, books: "off" });
  const agree = ({ charged, cost, spent, lost, unreserved, revenue, owed }: Sums) => {
    expect(BigInt(charged)).toBe(BigInt(spent) + BigInt(lost));
    expect(BigInt(spent)).toBe(BigInt(revenue) + BigInt(unreserved));
    expect(owed).toBe(cost);
  };
  // A killed process may leave a transaction to be rolled back.
  await expect
    .poll(
      async () =>
        (
          await database.query(
            "select from pg_stat_activity where usename is not null and xact_start is not null and pid <> pg_backend_pid() and application_name not like 'autovacuum%'",
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBe(0);
  const whole = await sums("ledger_movements");
  agree(whole);
  expect(Number(whole.open)).toBeGreaterThan(0);
  expect(await faults()).toEqual([]);

  await database.query("select ledger_book_spend('infinity', null, null, null)");
  const booked = await sums("ledger_lines");
  expect(booked).toEqual({ ...whole, open: "0" });
  expect(await faults()).toEqual([]);
  const { rows } = await database.query(`select (select count(*) from fault_batches)::int as batches,
    (select count(*) from ledger_entries where kind in ('spend', 'media_cost'))::int as entries`);
  console.log(
    `${killed} kills (seed ${seed}): ${rows[0].batches} batches of ${whole.charged} micros, ${whole.lost} beyond budgets, ` +
      `${whole.unreserved} beyond reservations, ${rows[0].entries} entries`,
  );
}, 3_600_000);
