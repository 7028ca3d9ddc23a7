import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMemoryFolder } from "../../testing/memory-folder.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { exportAccount } from "./export-account.ts";

let stack: Stack;
let client: pg.Client;
let folder: string;
beforeAll(async () => {
  stack = await startStack();
  client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  folder = newMemoryFolder("litfass-export-");
});
afterAll(async () => {
  await client.end();
  await stack.close();
  rmSync(folder, { recursive: true, force: true });
});

test("an export has the account's rows of every table, its pictures as files, and nothing of others or secret", async () => {
  for (const uid of ["anna", "beat"]) {
    await stack.signIn({ uid, role: "customer" });
    await client.query(
      `select ledger_post('credit:' || $1, 'credit', 'manual', 'Credit for ' || $1, '{}', null, null, now(),
        jsonb_build_array(
          jsonb_build_object('kind', 'manual_credit', 'owner', null, 'campaign', null, 'currency', 'CHF', 'amount', '-5000000'),
          jsonb_build_object('kind', 'available', 'owner', $1::text, 'campaign', null, 'currency', 'CHF', 'amount', '5000000')))`,
      [uid],
    );
  }
  await client.query(
    "insert into campaigns (owner_uid, name, currency, created_at, updated_at) values ('anna', 'Reported', 'CHF', now(), now())",
  );
  await client.query(`insert into ad_reports
    (campaign_id, owner_uid, creative_uuid, format, site, shown_at, reason, message, email, lang, created_at)
    select id, 'anna', 'c', '300x250', 'news.example', now(), 'offensive', 'I am beat', 'beat@reader.example', 'en', now()
    from campaigns where name = 'Reported'`);
  const file = path.join(folder, "anna.zip");
  const { uid, tables } = await exportAccount(client, "Anna@test.example", file);
  expect(uid).toBe("anna");
  const zip = unzipSync(readFileSync(file));
  expect(Object.keys(zip).filter((name) => name.endsWith(".json"))).toHaveLength(tables);
  const rowsOf = (table: string) => JSON.parse(strFromU8(zip[`${table}.json`] ?? new Uint8Array())).rows;
  expect(rowsOf("users")).toMatchObject([{ uid: "anna", email: "anna@test.example", full_name: "Test Person" }]);
  expect(rowsOf("ledger_entries")).toMatchObject([{ description: "Credit for anna" }]);
  expect(rowsOf("ledger_lines")).toHaveLength(1);
  expect(rowsOf("sessions")).toHaveLength(1);
  const everything = Object.values(zip)
    .map((content) => strFromU8(content))
    .join("\n");
  expect(everything).not.toContain("beat");
  expect(everything).not.toMatch(/"[a-z_]*(hash|secret|password|token)[a-z_]*"/);
});

test("an unknown address and an existing file are refused", async () => {
  const file = path.join(folder, "nobody.zip");
  await expect(exportAccount(client, "nobody@test.example", file)).rejects.toThrow("No account has the address");
  await expect(exportAccount(client, "anna@test.example", path.join(folder, "anna.zip"))).rejects.toThrow(
    "could not be written",
  );
});
