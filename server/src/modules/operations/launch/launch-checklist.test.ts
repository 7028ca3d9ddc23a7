import { launchChecks } from "@litfass/contract/operations/launch-checklist";
import type { EgressAnswer } from "@litfass/platform/egress/egress";
import type { Platform } from "@litfass/platform/platform";
import { freePort } from "@litfass/platform/process/free-port";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { launchExaminer } from "./launch-checklist.ts";

let stack: Stack;
let operator: TestClient;
beforeAll(async () => {
  stack = await startStack({ env: { PRODUCTION: "off", SANDBOX_SMTP_PORT: String(await freePort()) } });
  operator = await stack.signIn({ uid: "operator-1", role: "super_admin", lang: "de" });
});
afterAll(() => stack?.close());

async function statusesOf(changes: Partial<Platform> = {}): Promise<Record<string, string>> {
  const items = await launchExaminer({ ...stack.platform, ...changes })("en");
  return Object.fromEntries(items.map(({ check, status }) => [check, status]));
}
const withConfig = (changes: Partial<Platform["config"]>) => ({
  config: { ...stack.platform.config, ...changes },
});

test("lists every check in the language of the request, for super admins only", async () => {
  const { status, body } = await operator.get("/launch-checklist", { "accept-language": "de" });
  expect([status, body.map(({ check }: { check: string }) => check)]).toEqual([200, [...launchChecks]]);
  expect(body.find(({ check }: { check: string }) => check === "company")).toMatchObject({
    status: "missing",
    finding: expect.stringContaining("Demofirma"),
  });
  const admin = await stack.signIn({ uid: "admin-1", role: "admin" });
  expect((await admin.get("/launch-checklist")).status).toBe(403);
});

test("settings that the operator has saved are ready", async () => {
  expect(await statusesOf()).toMatchObject({ brand: "attention", company: "missing" });
  const shown = (await operator.get("/settings/operator")).body;
  for (const [section, change] of [
    ["brand", { operator_name: "Anna's ads" }],
    ["company", { name: "Anna Ads AG" }],
  ] as const) {
    const { version, settings } = shown[section];
    const body = { version, note: "ours", settings: { ...settings, ...change } };
    const saved = await operator.put(`/settings/operator/${section}`, body);
    expect([section, saved.status]).toEqual([section, 200]);
  }
  expect(await statusesOf()).toMatchObject({ brand: "ready", company: "ready" });
});

test("an offered currency in which nobody can pay to the company's QR-IBAN is missing an account", async () => {
  const { company, prices } = (await operator.get("/settings/operator")).body;
  const save = async (accounts: object[]) => {
    const { version } = (await operator.get("/settings/operator")).body.company;
    const settings = { ...company.settings, name: "Anna Ads AG", iban: "CH4431999123000889012", accounts };
    const saved = await operator.put("/settings/operator/company", { version, note: "bank", settings });
    expect(saved.status).toBe(200);
  };
  const offered = [...prices.settings.currencies.offered, { currency: "GBP", countries: ["GB"] }];
  const settings = {
    ...prices.settings,
    currencies: { ...prices.settings.currencies, offered },
    cpm: { ...prices.settings.cpm, GBP: 20 },
  };
  await save([]);
  expect(await statusesOf()).toMatchObject({ company: "ready" });
  const change = { version: prices.version, note: "Pounds", settings };
  expect((await operator.put("/settings/operator/prices", change)).status).toBe(200);
  const found = (await operator.get("/launch-checklist")).body;
  expect(found.find(({ check }: { check: string }) => check === "company")).toEqual({
    check: "company",
    status: "missing",
    finding: expect.stringContaining("Konto für GBP"),
  });
  await save([{ currency: "GBP", iban: "GB29NWBK60161331926819", bic: null }]);
  expect(await statusesOf()).toMatchObject({ company: "ready" });
});

test("legal texts deserve attention until terms and privacy are the operator's own in every offered language", async () => {
  const { version, settings } = (await operator.get("/settings/operator")).body.legal;
  const own = { ...settings.terms, en: "Our terms", de: "Unsere AGB" };
  const save = (saved: number, change: object) =>
    operator.put("/settings/operator/legal", { version: saved, note: "ours", settings: { ...settings, ...change } });
  expect(await statusesOf()).toMatchObject({ legal: "attention" });
  await save(version, { terms: own, privacy: { ...own, de: "" } });
  expect(await statusesOf()).toMatchObject({ legal: "attention" });
  const finding = (await operator.get("/launch-checklist")).body.find(
    ({ check }: { check: string }) => check === "legal",
  );
  expect(finding.finding).toContain("/de/privacy");
  expect(finding.finding).not.toContain("/de/terms");
  await save(version + 1, { terms: own, privacy: own });
  expect(await statusesOf()).toMatchObject({ legal: "ready" });
});

test("an exchange counts once it has sent requests in the last day, unless it is disabled", async () => {
  const { db, clock, config } = stack.platform;
  expect(await statusesOf(withConfig({ exchanges: [] }))).toMatchObject({ exchanges: "missing" });
  const [configured] = config.exchanges;
  const named = withConfig({ exchanges: [{ ...configured, name: "one" } as (typeof config.exchanges)[number]] });
  expect(await statusesOf(named)).toMatchObject({ exchanges: "attention" });
  const requests = (hours: number) =>
    db.execute(sql`insert into exchange_traffic (hour_at, exchange, requests, bids, wins)
      values (${new Date(clock.now().getTime() - hours * 3_600_000).toISOString()}, 'one', 5, 0, 0)`);
  await requests(25);
  expect(await statusesOf(named)).toMatchObject({ exchanges: "attention" });
  await requests(2);
  expect(await statusesOf(named)).toMatchObject({ exchanges: "ready" });
});

test("rates older than four days, plain addresses and a single approver deserve attention", async () => {
  const rates = (as_of_on: string) => ({
    defaultSettings: {
      ...stack.platform.defaultSettings,
      rates: { ...stack.platform.defaultSettings.rates, as_of_on },
    },
  });
  expect(await statusesOf(rates("2026-02-26"))).toMatchObject({ rates: "ready" });
  expect(await statusesOf(rates("2026-02-25"))).toMatchObject({ rates: "attention" });
  const https = { publicUrl: "https://ads.example", adsUrl: "https://t.ads.example" };
  expect(await statusesOf(withConfig(https))).toMatchObject({ origins: "ready", approvers: "ready" });
  expect(await statusesOf(withConfig({ ...https, adsUrl: "http://t.ads.example" }))).toMatchObject({
    origins: "attention",
  });
  await stack.platform.db.execute(sql`update users set status = 3 where uid = 'admin-1'`);
  expect(await statusesOf()).toMatchObject({ approvers: "attention" });
});

test("mail and cards are tried; what does not respond is missing", async () => {
  const smtpUrl = `smtp://127.0.0.1:${await freePort()}`;
  expect(await statusesOf(withConfig({ smtpUrl }))).toMatchObject({ mail: "missing" });
  expect(await statusesOf(withConfig({ smtpUrl: null }))).toMatchObject({ mail: "missing" });
  const stripe = { secretKey: "sk", publishableKey: "pk", webhookSecret: "wh", apiUrl: "https://stripe.example" };
  const providers = { ...stack.platform.config.providers, stripe };
  const { publicUrl } = stack.platform.config;
  const answering = (status: number, hook = "enabled", events = ["*"]) => ({
    ...withConfig({ providers, sandboxUrl: null }),
    egress: async () => {
      const data = [{ url: `${publicUrl}/stripe/webhook`, status: hook, enabled_events: events }];
      const error = { type: "invalid_request_error", message: "no" };
      const text = () => JSON.stringify(status < 400 ? { object: "list", data, has_more: false } : { error });
      return { status, headers: new Headers(), text } as unknown as EgressAnswer;
    },
  });
  expect(await statusesOf(answering(200))).toMatchObject({ cards: "ready" });
  expect(await statusesOf(answering(200, "disabled"))).toMatchObject({ cards: "missing" });
  expect(await statusesOf(answering(200, "enabled", ["refund.failed"]))).toMatchObject({ cards: "missing" });
  expect(await statusesOf(answering(401))).toMatchObject({ cards: "missing" });
  expect(await statusesOf(answering(403))).toMatchObject({ cards: "attention" });
  const silent = { ...answering(200), egress: () => Promise.reject(new Error("no response")) };
  const examined = await launchExaminer({ ...stack.platform, ...silent })("en", ["cards"]);
  expect(examined).toEqual([
    { check: "cards", status: "missing", finding: expect.stringMatching(/does not respond: [^.]+[^.]\.$/) },
  ]);
});
