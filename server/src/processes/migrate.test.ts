import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { installationMode } from "@litfass/platform/installation/installation-sql";
import { systemRandom } from "@litfass/platform/random";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "litfass-migrate-"));
const database = `migrate_${systemRandom.id().replaceAll("-", "").slice(0, 12)}`;
let admin: pg.Client;
let url: string;
beforeAll(async () => {
  const server = new URL(inject("postgresTemplate"));
  server.pathname = "/postgres";
  admin = new pg.Client({ connectionString: server.href });
  await admin.connect();
  await admin.query(`create database ${database}`);
  server.pathname = `/${database}`;
  url = server.href;
});
afterAll(async () => {
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
  rmSync(dataDir, { recursive: true, force: true });
});

type Ended = { code: number; output: string };

const migrate = (env: Record<string, string>): Promise<Ended> =>
  new Promise((resolve) => {
    const file = path.join(import.meta.dirname, "migrate.ts");
    const settings = { PATH: process.env.PATH, DATA_DIR: dataDir, ...env };
    execFile(process.execPath, [file], { env: settings }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

test("the first step on several machines migrates an empty database, marks it as production, and may be repeated", async () => {
  const production = {
    DATABASE_URL: url,
    PRODUCTION: "on",
    PUBLIC_URL: "https://app.example.com",
    ADS_URL: "https://ads.example.com",
    SMTP_URL: "smtp://localhost:9",
    SELLER_NAME: "Example Ltd",
    SELLER_STREET: "Bahnhofstrasse",
    SELLER_HOUSE_NUMBER: "1",
    SELLER_POSTAL_CODE: "8001",
    SELLER_CITY: "Zürich",
    SELLER_COUNTRY: "CH",
    SELLER_VAT_NUMBER: "none",
    SELLER_IBAN: "CH9300762011623852957",
    SELLER_EMAIL: "billing@example.com",
  };
  const first = await migrate(production);
  expect(first.output).toContain("the database is up to date");
  expect(first.code).toBe(0);
  expect(await installationMode(url, false)).toEqual({ production: true, demoSeededAt: null });
  const again = await migrate(production);
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('"applied":0')]);
  const unset = await migrate({});
  expect([unset.code, unset.output]).toEqual([1, expect.stringContaining("DATABASE_URL is not set")]);
});
