import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-config-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: path.join(folder, "data"), ...env });
const production = {
  PRODUCTION: "on",
  PUBLIC_URL: "https://ads.example.ch/",
  ADS_URL: "https://a.example.ch",
  SMTP_URL: "smtp://mail.example.ch",
};

test("without settings it is a demo on the default ports with the sandbox", () => {
  const config = read();
  expect(config).toMatchObject({ demo: true, port: 8080, deliveryPort: 8081, sandboxPort: 8090, databaseUrl: null });
  expect(config.publicUrl).toBe("http://localhost:8080");
  expect(config.providers.stripe?.apiUrl).toBe("http://localhost:8090/stripe");
  expect(config.smtpUrl).toBe("smtp://127.0.0.1:8091");
});

test("the sandbox's mailbox takes the port after the sandbox's, unless it has its own", () => {
  expect(read({ SANDBOX_PORT: "9090" })).toMatchObject({ sandboxSmtpPort: 9091, smtpUrl: "smtp://127.0.0.1:9091" });
  expect(read({ SANDBOX_PORT: "9090", SANDBOX_SMTP_PORT: "9025" }).smtpUrl).toBe("smtp://127.0.0.1:9025");
});

test("secrets are generated once, readable only by the owner, and reused", () => {
  const first = read();
  const file = path.join(folder, "data", "secrets.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8")).session).toBe(first.secrets.session[0]);
  expect(read().secrets).toEqual(first.secrets);
  const given = "x".repeat(40);
  expect(read({ SESSION_SECRET: given }).secrets).toEqual({ ...first.secrets, session: [given] });
});

test("further keys are accepted after the newest one", () => {
  const [newest, older, oldest] = ["n".repeat(40), "m".repeat(40), "o".repeat(40)];
  const { secrets } = read({ SIGNING_SECRET: newest, SIGNING_SECRET_FALLBACKS: ` ${older}, ${oldest},` });
  expect(secrets.signing).toEqual([newest, older, oldest]);
  const stored = read().secrets.internal[0];
  expect(read({ INTERNAL_SECRET_FALLBACKS: older }).secrets.internal).toEqual([stored, older]);
});

test("a real key replaces the sandbox", () => {
  const { providers } = read({ STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" });
  expect(providers.stripe).toMatchObject({ apiUrl: "https://api.stripe.com", secretKey: "sk_live_1" });
  expect(providers.meta?.graphUrl).toBe("http://localhost:8090/meta");
});

test("production has no demo, no sandbox and no slash at the end of its URL", () => {
  const config = read(production);
  expect(config).toMatchObject({ demo: false, sandboxUrl: null, publicUrl: "https://ads.example.ch", host: "0.0.0.0" });
  expect(Object.values(config.providers).every((provider) => provider === null)).toBe(true);
});

test("processes drain for 30 seconds in production, and elsewhere only where this is set", () => {
  expect(read().drainMs).toBe(0);
  expect(read({ DRAIN_SECONDS: "5" }).drainMs).toBe(5_000);
  expect(read(production).drainMs).toBe(30_000);
  expect(read({ ...production, DRAIN_SECONDS: "0" }).drainMs).toBe(0);
});

describe("an invalid value is one line that names the variable", () => {
  test.each([
    [{ PORT: "99999" }, 'PORT: must be a whole number from 0 to 65535 (is "99999")'],
    [
      { REQUESTS_PER_MINUTE: "10000000" },
      'REQUESTS_PER_MINUTE: must be a whole number from 1 to 9999999 (is "10000000")',
    ],
    [{ DRAIN_SECONDS: "3601" }, 'DRAIN_SECONDS: must be a whole number of seconds from 0 to 3600 (is "3601")'],
    [{ DATABASE_URL: "mysql://user:hunter2@host/db" }, "DATABASE_URL: must be a postgres:// address"],
    [{ SESSION_SECRET: "hunter2" }, "SESSION_SECRET: must have at least 32 characters"],
    [
      { SIGNING_SECRET_FALLBACKS: `${"x".repeat(40)},hunter2` },
      "SIGNING_SECRET_FALLBACKS: must be keys of at least 32 characters each, with a comma between",
    ],
    [{ DEMO: "maybe" }, 'DEMO: must be on or off (is "maybe")'],
    [
      { ...production, PUBLIC_URL: "http://ads.example.ch" },
      'PUBLIC_URL: must start with https:// with --production (is "http://ads.example.ch")',
    ],
    [
      { ...production, SANDBOX_URL: "http://localhost:1" },
      "SANDBOX_URL: the sandbox does not run with --production; remove it",
    ],
    [
      { EXCHANGES: "tag" },
      'EXCHANGES: must be names of small letters, digits, - and _, and none of tag, preview, prebid-js (is "tag")',
    ],
    [
      { EXCHANGES: "one", EXCHANGE_SECRETS: "one=short" },
      "EXCHANGE_SECRETS: must read like exchange=secret, each secret 24 to 256 letters, digits, - . _ or ~",
    ],
    [{ EXCHANGES: "one", EXCHANGE_SECRETS: `tow=${"s".repeat(24)}` }, 'EXCHANGE_SECRETS: "tow" is not among EXCHANGES'],
    [
      { EXCHANGES: "one", EXCHANGE_NETWORKS: "one=203.0.113.0/33" },
      'EXCHANGE_NETWORKS: must read like exchange=203.0.113.0/24 198.51.100.7: addresses or networks with a space between (is "one=203.0.113.0/33")',
    ],
    [
      { ...production, EXCHANGES: "one,two", EXCHANGE_SECRETS: `one=${"s".repeat(24)}` },
      'EXCHANGES: "two" needs a secret in EXCHANGE_SECRETS or addresses in EXCHANGE_NETWORKS with --production',
    ],
    [{ ...production, SMTP_URL: "" }, "SMTP_URL: must be set with --production, mails have nowhere to go"],
  ])("%o", (env, line) => {
    const [variable = "", ...rest] = line.split(": ");
    expect(() => read(env)).toThrow(new ConfigError([{ variable, problem: rest.join(": ") }]));
  });
});

test("all faults are reported at once, one for each variable, in a line each", () => {
  const env = {
    ...production,
    PORT: "99999",
    PUBLIC_URL: "ads.example.ch",
    ADS_URL: "http://a.example.ch",
    SMTP_URL: "",
  };
  expect(() => read({ ...env, DEMO: "on", EXCHANGE_FEES: "one=5%" })).toThrow(
    new ConfigError([
      { variable: "PORT", problem: 'must be a whole number from 0 to 65535 (is "99999")' },
      { variable: "PUBLIC_URL", problem: "must be an http or https address" },
      { variable: "DEMO", problem: "demo data and --production exclude each other; remove DEMO=on" },
      { variable: "ADS_URL", problem: 'must start with https:// with --production (is "http://a.example.ch")' },
      { variable: "SMTP_URL", problem: "must be set with --production, mails have nowhere to go" },
      { variable: "EXCHANGE_FEES", problem: '"one" is not among EXCHANGES' },
    ]),
  );
});

test("an exchange has a secret, networks or both; the demo's gets a stable secret", () => {
  const secret = "s".repeat(24);
  const networks = ["203.0.113.0/24", "2001:db8::1"];
  const margins = { minimum: 0, target: 20 };
  const env = {
    EXCHANGES: "one,two",
    EXCHANGE_SECRETS: `one=${secret}`,
    EXCHANGE_NETWORKS: `one=${networks.join(" ")},two=203.0.113.7`,
  };
  const exchanges = [
    { name: "one", secret, networks, margins },
    { name: "two", secret: undefined, networks: ["203.0.113.7"], margins },
  ];
  expect(read({ ...env, DEMO: "off" }).exchanges).toEqual(exchanges);
  expect(read({ ...production, ...env }).exchanges).toEqual(exchanges);
  const [sandbox] = read().exchanges;
  expect(sandbox).toMatchObject({ name: "sandbox", secret: expect.stringMatching(/^[\w-]{43}$/) });
  expect(read().exchanges).toEqual([sandbox]);
  expect(read({ EXCHANGE_SECRETS: `sandbox=${secret}` }).exchanges).toMatchObject([{ name: "sandbox", secret }]);
});

test("margins hold for every exchange, minimums also for single ones", () => {
  const env = { EXCHANGES: "one,two", MINIMUM_MARGIN: "12.5", TARGET_MARGIN: "30", EXCHANGE_MARGINS: "two=40" };
  expect(read({ ...env, DEMO: "off" }).exchanges).toMatchObject([
    { margins: { minimum: 12.5, target: 30 } },
    { margins: { minimum: 40, target: 40 } },
  ]);
  expect(read({}).exchanges).toMatchObject([{ margins: { minimum: 0, target: 20 } }]);
  for (const wrong of ["100", "-1", "ten", "1.234"])
    expect(() => read({ MINIMUM_MARGIN: wrong }), wrong).toThrow("MINIMUM_MARGIN: must be a percentage");
});

test("an exchange may have price keys and fees", () => {
  const key = (byte: number) => Buffer.alloc(32, byte);
  const env = {
    EXCHANGES: "one,two,three",
    EXCHANGE_PRICE_KEYS: `one=${key(1).toString("base64")}:${key(255).toString("base64url")}`,
    EXCHANGE_FEES: "one=5.5%+0.10USD,two=12%,three=0.02EUR",
  };
  expect(read({ ...env, DEMO: "off" }).exchanges).toMatchObject([
    {
      priceKeys: { encryption: key(1), integrity: key(255) },
      fees: { percent: 5.5, perThousand: 0.1, currency: "USD" },
    },
    { priceKeys: undefined, fees: { percent: 12, perThousand: 0 } },
    { fees: { percent: 0, perThousand: 0.02, currency: "EUR" } },
  ]);
  for (const fees of ["one=5", "one=%", "one=100%", "one=5%+USD", "one=-1%", "four=5%"])
    expect(() => read({ ...env, EXCHANGE_FEES: fees }), fees).toThrow("EXCHANGE_FEES: ");
  const short = Buffer.alloc(31).toString("base64");
  expect(() => read({ ...env, EXCHANGE_PRICE_KEYS: `one=${short}:${short}` })).toThrow(
    "EXCHANGE_PRICE_KEYS: must read",
  );
});

test("sync URLs are given by exchange name and must have a placeholder for the id", () => {
  expect(read({ EXCHANGE_SYNC: "one=https://sync.one.example/put?a=b&id={id}" }).exchangeSync).toEqual({
    one: "https://sync.one.example/put?a=b&id={id}",
  });
  for (const wrong of ["one", "one=https://sync.one.example/put", "one=http://sync.one.example/{id}"])
    expect(() => read({ EXCHANGE_SYNC: wrong })).toThrow("EXCHANGE_SYNC: must read like");
});

test("currency rates have a day and must include the euro's", () => {
  expect(read({ CURRENCY_RATES: "2026-11-20 EUR=1.08, USD=1.3" }).currencyRates).toEqual({
    asOfOn: "2026-11-20",
    perFranc: { CHF: 1, EUR: 1.08, USD: 1.3 },
  });
  expect(read({}).currencyRates.perFranc.CHF).toBe(1);
  for (const wrong of [
    "EUR=1.08",
    "2026-13-40 EUR=1",
    "2026-11-20 USD=1.3",
    "2026-11-20 EUR=0",
    "2026-11-20 EUR=1,CHF=2",
  ])
    expect(() => read({ CURRENCY_RATES: wrong })).toThrow("CURRENCY_RATES: must read like");
});
