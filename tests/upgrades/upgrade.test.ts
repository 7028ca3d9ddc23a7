import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createLog } from "@litfass/platform/log/log";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { migrationsFolder, readMigrationFiles } from "@litfass/platform/postgres/migration-files";
import { systemRandom } from "@litfass/platform/random";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { earlierVersions, insertRows, readEarlier } from "./earlier-database.ts";
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

  const applied = await migratePostgres(url, log);

  expect(applied.length).toBeGreaterThan(0);
  const schema = await withClient(url, schemaOf);
  expect(schema).toEqual(await withClient(inject("postgresTemplate"), schemaOf));
  await withClient(url, async (client) => {
    const present = new Set(
      (await client.query("select tablename from pg_tables where schemaname = 'public'")).rows.map(
        ({ tablename }) => tablename,
      ),
    );
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
