import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { readConfig } from "../config/config.ts";
import { readInstallationConfig } from "./installation-config.ts";
import { beginDemo, installationMode, noteDemoSeeded } from "./installation-sql.ts";

let stack: Stack;
const dataDir = mkdtempSync(path.join(os.tmpdir(), "litfass-installation-"));
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => stack.platform.db.execute(sql`delete from installation`));

const settings = {
  DATA_DIR: dataDir,
  PUBLIC_URL: "https://app.example.com",
  ADS_URL: "https://ads.example.com",
  SMTP_URL: "smtp://localhost:9",
};
const readProcess = (env: Record<string, string> = {}) =>
  readInstallationConfig({ ...settings, DATABASE_URL: stack.databaseUrl, ...env }, (each) => readConfig(each));

test("a process without PRODUCTION on a production database has no demo, no sandbox and no sandbox exchange", async () => {
  expect((await readProcess()).demo).toBe(true);
  expect((await readProcess({ PRODUCTION: "on" })).production).toBe(true);
  const config = await readProcess();
  expect(config).toMatchObject({ production: true, demo: false, sandboxUrl: null, exchanges: [] });
  expect(config.providers.stripe).toBeNull();
  await expect(readProcess({ DEMO: "on" })).rejects.toThrow(/^DEMO: .* remove DEMO=on$/);
});

test("a production database never takes demo data", async () => {
  await installationMode(stack.databaseUrl, true);
  await expect(beginDemo(stack.databaseUrl)).rejects.toThrow("the database is in production");
  expect(await installationMode(stack.databaseUrl, false)).toEqual({ production: true, demoSeededAt: null });
});

test("a database with demo data, even with half of it, never becomes production", async () => {
  await beginDemo(stack.databaseUrl);
  expect(await installationMode(stack.databaseUrl, false)).toEqual({ production: false, demoSeededAt: null });
  await expect(installationMode(stack.databaseUrl, true)).rejects.toThrow("holds demo data");
  await beginDemo(stack.databaseUrl);
  const at = new Date("2026-03-02T09:00:00.000Z");
  await noteDemoSeeded(stack.platform.db, at);
  expect(await installationMode(stack.databaseUrl, false)).toEqual({ production: false, demoSeededAt: at });
});

test("demo data is not added to real users", async () => {
  await stack.signIn("customer");
  await expect(beginDemo(stack.databaseUrl)).rejects.toThrow("holds real users");
  expect(await installationMode(stack.databaseUrl, true)).toEqual({ production: true, demoSeededAt: null });
});

test("no process of an installation starts with a clock of tomorrow", async () => {
  const tomorrow = Date.now() + 26 * 3_600_000;
  vi.spyOn(Date, "now").mockReturnValue(tomorrow);
  try {
    await expect(readProcess()).rejects.toThrow(/clock differs from the database's by 93\d{3}\.\d s; synchronize both/);
  } finally {
    vi.restoreAllMocks();
  }
});
