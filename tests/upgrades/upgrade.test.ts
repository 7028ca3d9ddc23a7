import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createLog } from "@litfass/platform/log/log";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { migrationsFolder, readMigrationFiles } from "@litfass/platform/postgres/migration-files";
import { systemRandom } from "@litfass/platform/random";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { type EarlierDatabase, earlierVersions, insertRows, readEarlier } from "./earlier-database.ts";
import { schemaOf } from "./schema.ts";

const log = createLog({ level: "silent", process: "test" });
let folder: string;
let databases: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-upgrade-"));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of databases)
    await withClient(urlOf("postgres"), (admin) => admin.query(`drop database ${name} with (force)`));
  databases = [];
});

function urlOf(database: string): string {
  const url = new URL(inject("postgresTemplate"));
  url.pathname = `/${database}`;
  return url.href;
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `upgrade_${systemRandom.id().replaceAll("-", "")}`;
  await withClient(urlOf("postgres"), (admin) => admin.query(`create database ${name}`));
  databases.push(name);
  return urlOf(name);
}

/** Rows were inserted without foreign key checks, which are made after all migrations. */
const validateAll = `select format('alter table %s drop constraint %I, add constraint %I %s',
    conrelid::regclass, conname, conname, pg_get_constraintdef(oid)) as validate
  from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'c') and conparentid = 0`;

/** What processes of the earlier version go on doing: they read and change rows of each table, with its columns. */
function keepServing(url: string, { tables }: EarlierDatabase): () => Promise<{ calls: number; failures: string[] }> {
  let isStopping = false;
  let calls = 0;
  const failures: string[] = [];
  const running = withClient(url, async (client) => {
    // As those of the processes.
    await client.query("set statement_timeout = '30s'; set lock_timeout = '20s'");
    while (!isStopping || calls <= tables.length) {
      const { name, columns } = tables[calls++ % tables.length] as EarlierDatabase["tables"][number];
      const table = client.escapeIdentifier(name);
      const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
      const first = client.escapeIdentifier(columns[0] ?? "");
      try {
        await client.query(`select ${list} from ${table} limit 1`);
        await client.query(`select ${first} from ${table} limit 1 for update`);
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
      }
    }
  });
  return async () => {
    isStopping = true;
    await running;
    return { calls, failures };
  };
}

test("there are databases of three earlier versions", () => {
  expect(earlierVersions()).toHaveLength(3);
});

test.each(earlierVersions())("a database of %s with its rows migrates to the schema of a fresh one", async (file) => {
  const earlier = readEarlier(file);
  for (const { name } of earlier.migrations)
    cpSync(path.join(migrationsFolder("postgres"), name), path.join(folder, name));
  const url = await emptyDatabase();
  expect(await migratePostgres(url, log, folder)).toEqual(earlier.migrations.map(({ name }) => name));
  await withClient(url, async (client) => {
    const { rows } = await client.query("select name, checksum from migrations order by name");
    expect(rows).toEqual(earlier.migrations);
    await insertRows(client, earlier);
  });

  const stop = keepServing(url, earlier);
  const applied = await migratePostgres(url, log);
  const { calls, failures } = await stop();

  expect(applied.length).toBeGreaterThan(0);
  expect(failures).toEqual([]);
  expect(calls).toBeGreaterThan(earlier.tables.length);
  const schema = await withClient(url, schemaOf);
  expect(schema).toEqual(await withClient(inject("postgresTemplate"), schemaOf));
  await withClient(url, async (client) => {
    const present = new Set(
      (await client.query("select tablename from pg_tables where schemaname = 'public'")).rows.map(
        ({ tablename }) => tablename,
      ),
    );
    // Processes of the earlier version may still run.
    const { rows: columns } = await client.query<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
    );
    const current = new Set(columns.map((column) => column.name));
    const used = earlier.tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column}`));
    expect(used.filter((column) => !current.has(column))).toEqual([]);
    const { rows: checks } = await client.query<{ validate: string }>(validateAll);
    for (const { validate } of checks) await client.query(validate);
    for (const { name, count } of earlier.tables.filter((table) => present.has(table.name))) {
      const { rows } = await client.query(`select count(*)::int as count from ${client.escapeIdentifier(name)}`);
      expect([name, rows[0].count >= count]).toEqual([name, true]);
    }
  });
});

test("saved names, keywords and addresses lose control characters and stay readable", async () => {
  const cleaning = "202611221735_texts_without_control_characters.sql";
  for (const { name } of readMigrationFiles(migrationsFolder("postgres"))) {
    if (name === cleaning) break;
    cpSync(path.join(migrationsFolder("postgres"), name), path.join(folder, name));
  }
  const url = await emptyDatabase();
  await migratePostgres(url, log, folder);
  const saved = { keywords: ["a\nb", "C:\\new", "c\u0001\u0085d"], locations: [{ name: "Z\u2028\tH" }] };
  await withClient(url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into users (uid, email, role, first_name, company_name, created_at, updated_at)
       values ('u-cleaned', 'ada@shop.example', 'customer', 'Ada', E'Ctl\\u0001Name\n', now(), now())`,
    );
    await client.query(
      `insert into campaigns (owner_uid, name, currency, targeting, destination_url, created_at, updated_at)
       values ('u-cleaned', 'Velo', 'CHF', $1, E'https://shop.example/\nvelo', now(), now())`,
      [JSON.stringify(saved)],
    );
  });

  await migratePostgres(url, log);

  await withClient(url, async (client) => {
    const { rows } = await client.query(
      "select u.first_name, u.company_name, c.targeting, c.destination_url from users u join campaigns c on c.owner_uid = u.uid",
    );
    expect(rows).toEqual([
      {
        first_name: "Ada",
        company_name: "Ctl Name",
        targeting: { keywords: ["a b", "C:\\new", "c  d"], locations: [{ name: "Z  H" }] },
        destination_url: "https://shop.example/ velo",
      },
    ]);
  });
});

test("payments to publishers of earlier versions become payouts: paid ones executed, others in transit in the books", async () => {
  for (const { name } of readMigrationFiles(migrationsFolder("postgres"))) {
    if (name === "202611261810_bank_files.sql") break;
    cpSync(path.join(migrationsFolder("postgres"), name), path.join(folder, name));
  }
  const url = await emptyDatabase();
  await migratePostgres(url, log, folder);
  const payee = JSON.stringify({ iban: "CH5604835012345678009" });
  await withClient(url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(`insert into publishers (id, owner_uid, name, state, currency, seller_id, created_at)
      overriding system value values (1, 'anna', 'News', 'active', 'CHF', 'pub-1', now())`);
    await client.query(`insert into publisher_payments (id, message_id, state, currency, statements, total_micros, execute_on,
        created_at, closed_at)
      overriding system value values (1, 'PUB-1', 'paid', 'CHF', 1, 10000000, '2026-11-04', now(), now()),
        (2, 'PUB-2', 'created', 'CHF', 2, 50000000, '2026-12-04', now(), null)`);
    const statement = `insert into publisher_statements (publisher_id, month, currency, state, accrued_micros, net_micros, lines,
        created_at, year, sequence, vat_rate, vat_micros, payee, payer, approved_at, payment_id, paid_at)
      values (1, $1, 'CHF', $2, $3, $3, '[]', now(), 2026, $4, 0, 0, $5, '{}', now(), $6, $7)`;
    const paidAt = "2026-11-04T23:30:00Z";
    await client.query(statement, ["2026-09", "paid", 10_000_000, 1, payee, 1, paidAt]);
    await client.query(statement, ["2026-10", "approved", 20_000_000, 2, payee, 2, null]);
    await client.query(statement, ["2026-11", "approved", 30_000_000, 3, payee, 2, null]);
    await client.query(statement, ["2026-12", "approved", 40_000_000, 4, payee, null, null]);
  });

  await migratePostgres(url, log);

  await withClient(url, async (client) => {
    const { rows } = await client.query(
      "select instruction_id, end_to_end_id, amount_micros, state, executed_on::text from publisher_payouts order by id",
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      ["PUB-1-1", "GS-2026-00001", "10000000", "executed", "2026-11-05"],
      ["PUB-2-1", "GS-2026-00002", "20000000", "in_payment", null],
      ["PUB-2-2", "GS-2026-00003", "30000000", "in_payment", null],
    ]);
    const { rows: booked } = await client.query(`select a.kind, a.exchange, sum(l.amount_micros) as amount
      from ledger_accounts a join ledger_lines l on l.account_id = a.id group by 1, 2 order by 1`);
    expect(booked).toEqual([
      { kind: "media_invoiced", exchange: "publisher:pub-1", amount: "-50000000" },
      { kind: "payouts_in_transit", exchange: null, amount: "50000000" },
    ]);
  });
});
