import { createLog } from "@litfass/platform/log/log";
import { migratePostgres } from "@litfass/platform/postgres/migrate";
import { systemRandom } from "@litfass/platform/random";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cannotPrepare, missingInInserts, recordedStatements } from "./recorded-statements.ts";

/*
 * A deploy restarts one process after another: those of the earlier release work on a database that the later one has
 * migrated. So a migration adds, and only the release after the next removes.
 */
const name = `statements_${systemRandom.id().replaceAll("-", "")}`;
let admin: pg.Client;
let client: pg.Client;
const urlOf = (database: string): string => {
  const url = new URL(inject("postgresTemplate"));
  url.pathname = `/${database}`;
  return url.href;
};
beforeAll(async () => {
  admin = new pg.Client({ connectionString: urlOf("postgres") });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await migratePostgres(urlOf(name), createLog({ level: "silent", process: "test" }));
  client = new pg.Client({ connectionString: urlOf(name) });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await admin?.query(`drop database if exists ${name} with (force)`);
  await admin?.end();
});

test.each(recordedStatements())("the schema serves what processes of %s send", async (_version, statements) => {
  expect(statements.length).toBeGreaterThan(500);
  expect(await cannotPrepare(client, statements)).toEqual([]);
  expect(await missingInInserts(client, statements)).toEqual([]);
});

test.each([
  [
    "a removed column",
    "campaign_budgets",
    "alter table campaign_budgets drop column day_on cascade",
    /day_on.* does not exist/,
  ],
  [
    "a renamed table",
    "campaign_budgets",
    "alter table campaign_budgets rename to budgets",
    /"campaign_budgets" does not exist/,
  ],
  [
    "a removed function",
    "ledger_lock",
    "drop function ledger_lock_reservation",
    /ledger_lock_reservation.* does not exist/,
  ],
])("%s is found", async (_what, name, change, reason) => {
  const [, all = []] = recordedStatements().at(-1) ?? [];
  const statements = all.filter((text) => text.includes(name));
  await client.query("begin");
  try {
    await client.query(change);
    // A failed statement would end the transaction.
    const reasons: string[] = [];
    for (const text of statements) {
      await client.query("savepoint one");
      reasons.push(...(await cannotPrepare(client, [text])).map((found) => found.reason));
      await client.query("rollback to one");
    }
    expect(reasons.filter((text) => reason.test(text)).length).toBeGreaterThan(0);
  } finally {
    await client.query("rollback");
  }
});

test("a new column without a default is found if earlier inserts leave it out", async () => {
  const [, statements = []] = recordedStatements().at(-1) ?? [];
  await client.query("begin");
  try {
    await client.query("alter table audit_entries add column reason text not null default ''");
    expect(await missingInInserts(client, statements)).toEqual([]);
    await client.query("alter table audit_entries alter column reason drop default");
    expect(await missingInInserts(client, statements)).toEqual(["audit_entries.reason"]);
  } finally {
    await client.query("rollback");
  }
});
