import { existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAppEnvironment } from "../config.ts";
import { configWarnings } from "./config-warnings.ts";
import { runCli } from "./run-cli.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-check-config-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const production = {
  PRODUCTION: "on",
  PUBLIC_URL: "https://app.example.ch",
  ADS_URL: "https://ads.example.ch",
  SMTP_URL: "smtp://mail.example.ch",
  EXCHANGES: "one",
  EXCHANGE_SECRETS: `one=${"s".repeat(24)}`,
  TRUST_PROXY: "10.0.0.1",
  CURRENCY_RATES: "2026-03-01 EUR=1.07,USD=1.25",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
};
const seller = {
  SELLER_NAME: "Pillar AG",
  SELLER_STREET: "Gerberngasse",
  SELLER_HOUSE_NUMBER: "27",
  SELLER_POSTAL_CODE: "3011",
  SELLER_CITY: "Bern",
  SELLER_VAT_NUMBER: "CHE-123.456.788 MWST",
  SELLER_IBAN: "CH44 3199 9123 0008 8901 2",
};

async function check(env: Record<string, string>, ...flags: string[]) {
  const lines: string[] = [];
  const given = { DATA_DIR: path.join(folder, "data"), ...env };
  const code = await runCli(["check-config", ...flags], { env: given, say: (line) => lines.push(line) });
  return { code, lines };
}

test("all that a first start in production lacks is printed at once, and nothing is written", async () => {
  const { code, lines } = await check({}, "--production");
  expect(code).toBe(1);
  const faults = lines.filter((line) => line.startsWith("fault")).map((line) => line.split(/\s+/)[1]);
  expect(faults).toEqual(["PUBLIC_URL:", "ADS_URL:", "SMTP_URL:", ...Object.keys(seller).map((name) => `${name}:`)]);
  expect(lines.at(-1)).toMatch(/^10 faults, \d warnings \(mode: production\)$/);
  expect(existsSync(path.join(folder, "data"))).toBe(false);
});

test("complete settings have no faults, and secrets are never printed", async () => {
  const { code, lines } = await check({ ...production, ...seller });
  expect(code).toBe(0);
  expect(lines.join("\n")).not.toMatch(/^fault|sk_live|sssss/m);
});

test.each<[string, Record<string, string>]>([
  ["EXCHANGES", { EXCHANGES: "", EXCHANGE_SECRETS: "" }],
  ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "", STRIPE_PUBLISHABLE_KEY: "", STRIPE_WEBHOOK_SECRET: "" }],
  ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "sk_test_1" }],
  ["STRIPE_WEBHOOK_SECRET", { STRIPE_WEBHOOK_SECRET: "" }],
  ["STRIPE_API_URL", { STRIPE_API_URL: "http://localhost:8090/stripe" }],
  ["TRUST_PROXY", { TRUST_PROXY: "" }],
  ["CURRENCY_RATES", { CURRENCY_RATES: "2025-12-31 EUR=1.07" }],
  ["ADS_URL", { ADS_URL: "https://app.example.ch/ads" }],
  ["PRODUCTION", { PRODUCTION: "off" }],
  ["FIREBASE_API_KEY", { FIREBASE_PROJECT_ID: "litfass" }],
  ["SELLER_IBAN", { SELLER_IBAN: "CH93 0076 2011 6238 5295 7" }],
  ["LOG_LEVEL", { LOG_LEVEL: "silent" }],
  ["DRAIN_SECONDS", { DRAIN_SECONDS: "0" }],
  ["SIGNING_SECRET_FALLBACKS", { SIGNING_SECRET: "s".repeat(40), SIGNING_SECRET_FALLBACKS: "s".repeat(40) }],
  ["SESSION_SECRET_FALLBACKS", { SESSION_SECRET_FALLBACKS: `${"o".repeat(40)},${"o".repeat(40)}` }],
])("warns of %s: %o", (variable, change) => {
  const warningsOf = (env: Record<string, string>) =>
    configWarnings(checkAppEnvironment(env).values, new Date("2026-03-02T09:00:00Z")).map((each) => each.variable);
  expect(warningsOf(production)).toEqual([]);
  expect(warningsOf({ ...production, ...change })).toEqual([variable]);
});
