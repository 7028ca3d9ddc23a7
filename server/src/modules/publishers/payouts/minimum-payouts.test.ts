import { defaultPayouts, minimumPayoutOf } from "@litfass/contract/settings/default-payouts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { accrueMediaCost } from "../../billing/index.ts";
import { issueStatements } from "../statements/issue-statements.ts";

let stack: Stack;
let accountant: TestClient;
let anna: TestClient;
let publisher: { id: number; sellerId: string };

beforeAll(async () => {
  stack = await startStack({ now: new Date("2026-03-05T10:00:00Z") });
  await signIn();
  const admin = await stack.signIn("admin");
  const body = { name: "Zeitung", email: "anna-1@test.example", lang: "de", currency: "CHF", share_percent: 60 };
  const { id, seller_id: sellerId } = (await admin.post("/publishers", body)).body;
  publisher = { id, sellerId };
});
afterAll(() => stack.close());

/** Sessions end within a month. */
async function signIn(): Promise<void> {
  accountant = await stack.signIn({ uid: "accountant-1", role: "accountant" });
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
}
const accrue = (amountMicros: bigint, at: string, currency: "CHF" | "EUR" = "CHF") =>
  stack.platform.db.transaction((tx) => {
    const exchange = `publisher:${publisher.sellerId}`;
    return accrueMediaCost(tx, [{ exchange, currency, amountMicros, impressions: 1 }], new Date(at));
  });
async function setMinimums(minimums: object[]): Promise<void> {
  const boss = await stack.signIn("super_admin");
  const { version } = (await boss.get("/settings/operator")).body.payouts;
  const change = { version, note: "Bank charges", settings: { minimums, transit_days: 5 } };
  expect((await boss.put("/settings/operator/payouts", change)).status).toBe(200);
}
const issue = () => issueStatements(stack.platform, stack.app.services.execute);
const payouts = async () => (await anna.get(`/publishers/${publisher.id}/payouts`)).body;
const statements = async () => (await anna.get(`/publishers/${publisher.id}/statements`)).body.data;
async function nextMonth(): Promise<void> {
  stack.clock.advance(31 * 86_400_000);
  await signIn();
}

test("the minimum of a month is that of the newest month that began, by currency", () => {
  const minimums = [
    { from_month: "2027-01", CHF: 2000, EUR: 1500 },
    { from_month: "2026-06", CHF: 500, EUR: 0 },
  ];
  const of = (month: string) =>
    (["CHF", "EUR"] as const).map((currency) => minimumPayoutOf({ ...defaultPayouts, minimums }, month, currency));
  expect(["2026-05", "2026-06", "2026-12", "2027-01", "2028-07"].map(of)).toEqual([
    [1000, 1000],
    [500, 0],
    [500, 0],
    [2000, 1500],
    [2000, 1500],
  ]);
});

test("a sum below the minimum is carried over, and the publisher sees how much and why", async () => {
  await accrue(9_990_000n, "2026-02-10T08:00:00Z");
  await accrue(12_000_000n, "2026-02-10T08:00:00Z", "EUR");
  // Of the running month: not carried over.
  await accrue(50_000n, "2026-03-02T08:00:00Z");
  expect(await issue()).toBe(1);
  expect(await payouts()).toEqual({
    minimum: 10,
    currency: "CHF",
    carried: [{ month: "2026-02", currency: "CHF", amount: 9.99, minimum: 10 }],
    block: null,
  });
  expect(await statements()).toMatchObject([{ currency: "EUR", net: 12, minimum: 10 }]);
});

test("a new minimum applies from its month on; issued statements keep theirs and can still be approved", async () => {
  await setMinimums([{ from_month: "2026-03", CHF: 8, EUR: 40 }]);
  await nextMonth();
  await accrue(13_000_000n, "2026-03-10T08:00:00Z", "EUR");
  expect(await issue()).toBe(1);
  expect(await statements()).toMatchObject([
    { month: "2026-03", currency: "CHF", net: 10.04, minimum: 8 },
    { month: "2026-02", currency: "EUR", net: 12, minimum: 10 },
  ]);
  expect((await payouts()).carried).toEqual([{ month: "2026-03", currency: "EUR", amount: 13, minimum: 40 }]);
  const payee = {
    ...{ company: "Zeitung AG", street: "Gerberngasse", house_number: "27", postal_code: "3011", city: "Bern" },
    ...{ country_code: "CH", vat_number: null, iban: "CH5604835012345678009", language: "de" },
  };
  await anna.put(`/publishers/${publisher.id}/payee`, payee);
  const old = (await statements())[1];
  expect((await accountant.post(`/publisher-statements/${old.id}/approve`, { net: 12 })).status).toBe(200);
});

test("a later minimum does not apply yet, and without one every cent is stated", async () => {
  await setMinimums([
    { from_month: "2026-04", CHF: 0, EUR: 0 },
    { from_month: "2026-12", CHF: 500, EUR: 500 },
  ]);
  await nextMonth();
  await accrue(10_000n, "2026-04-10T08:00:00Z");
  expect(await issue()).toBe(2);
  expect((await statements()).slice(0, 2)).toMatchObject([
    { currency: "EUR", net: 13, minimum: 0 },
    { currency: "CHF", net: 0.01, minimum: 0 },
  ]);
  expect((await payouts()).carried).toEqual([]);
});

test("the minimums are versioned and audited, list each month once, and are for super admins", async () => {
  const boss = await stack.signIn("super_admin");
  const twice = { from_month: "2026-12", CHF: 1, EUR: 1 };
  const { version } = (await boss.get("/settings/operator")).body.payouts;
  const put = (by: TestClient, settings: object) =>
    by.put("/settings/operator/payouts", { version, note: "Tried", settings });
  const refused = await put(boss, { minimums: [twice, twice], transit_days: 5 });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["settings.minimums"]]);
  expect((await put(boss, { minimums: [{ ...twice, from_month: "2026-13" }], transit_days: 5 })).status).toBe(422);
  expect((await put(accountant, { minimums: [], transit_days: 5 })).status).toBe(403);
  const { data } = (await boss.get("/settings/operator/payouts/versions")).body;
  expect(data.map((each: { version: number }) => each.version)).toEqual([2, 1]);
  expect(data[0].changes).not.toEqual([]);
});
