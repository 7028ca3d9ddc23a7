import { testAdServer, testRequest, testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailInvoiceJob } from "../modules/billing/invoices/mail-invoice.ts";
import { createDraft, switzerland } from "../testing/campaigns.ts";
import { type CardServer, startCardServer } from "../testing/card-server.ts";
import type { TestClient } from "../testing/client.ts";
import { pdfText } from "../testing/pdf-text.ts";
import { type Stack, startStack } from "../testing/stack.ts";

let cards: CardServer;
let stack: Stack;
let boss: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: cards.env });
  boss = await stack.signIn("super_admin");
});
afterAll(async () => {
  await stack?.close();
  await cards?.close();
});

const profile = {
  ...{ first_name: "Ada", last_name: "Byron", company_name: "Analytical Bakery Ltd" },
  ...{ city: "London", street: "Whitehall", house_number: "1", is_terms_accepted: true },
};
const seats: Record<string, object> = {
  GB: { country_code: "GB", postal_code: "SW1A 1AA", vat_number: "GB123456789" },
  CH: { country_code: "CH", postal_code: "3011" },
  AT: { country_code: "AT", postal_code: "1010", vat_number: "ATU12345675" },
};
let number = 0;
/** A new customer who completes the profile from a country. */
async function register(country: string): Promise<TestClient> {
  const client = await stack.signIn({ uid: `newcomer-${++number}`, role: "customer", filled: false });
  const body = { ...profile, ...seats[country] };
  const answer = await client.post("/users/me", body);
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  return client;
}
const currencyOf = async (client: TestClient) => (await client.get("/users/me")).body.currency;

type Prices = Record<string, unknown> & {
  cpm: object;
  plans: Record<string, object>;
  currencies: { offered: object[] };
};
/** Saves the price list with changes. */
async function changePrices(change: (settings: Prices) => object) {
  const { prices } = (await boss.get("/settings/operator")).body;
  const settings = change(structuredClone(prices.settings));
  return boss.put("/settings/operator/prices", { version: prices.version, note: "Currencies", settings });
}
const pounds = { currency: "GBP", countries: ["GB"] };
const withPounds = ({ currencies, cpm, plans, ...others }: Prices) => ({
  ...others,
  currencies: { ...currencies, offered: [...currencies.offered, pounds] },
  cpm: { ...cpm, GBP: 20 },
  plans: {
    ...plans,
    starter: { ...plans.starter, price_per_month: { CHF: 500, EUR: 500, GBP: 400 } },
  },
});

test("a currency is offered only with a price for everything and an exchange rate, each error at its field", async () => {
  const errors = async (change: (settings: Prices) => object) =>
    Object.keys((await changePrices((settings) => change(withPounds(settings)))).body.errors ?? {});
  expect(await errors(({ cpm: _, ...settings }) => ({ ...settings, cpm: { CHF: 25, EUR: 25 } }))).toEqual([
    "settings.cpm.GBP",
  ]);
  const only = { CHF: 500, EUR: 500 };
  expect(await errors((settings) => ({ ...settings, banner_set: only }))).toEqual(["settings.banner_set.GBP"]);
  expect(
    await errors((settings) => ({ ...settings, plans: { ...settings.plans, starter: { price_per_month: only } } })),
  ).toEqual(["settings.plans.starter.price_per_month.GBP"]);
  expect(await errors((settings) => ({ ...settings, banner_set: { ...only, GBP: 0.5 } }))).toEqual([
    "settings.banner_set.GBP",
  ]);
  const twice = (settings: Prices) => ({
    ...settings,
    currencies: { ...settings.currencies, offered: [...settings.currencies.offered, pounds] },
  });
  expect(await errors(twice)).toContain("settings.currencies.offered");
  const leu = (settings: Prices) => ({
    ...settings,
    currencies: {
      ...settings.currencies,
      offered: [...settings.currencies.offered, { currency: "RON", countries: [] }],
    },
    cpm: { ...settings.cpm, RON: 100 },
    plans: { ...settings.plans, starter: { price_per_month: 500 } },
  });
  const { rates } = (await boss.get("/settings/operator")).body;
  const per_franc = { CHF: 1, EUR: 1.07, GBP: 0.8, USD: 1.2 };
  const named = { version: rates.version, note: "By hand", settings: { as_of_on: "2026-03-02", per_franc } };
  expect((await boss.put("/settings/operator/rates", named)).status).toBe(200);
  expect(await errors(leu)).toEqual(["settings.currencies.offered.3.currency"]);
});

test("a British advertiser registers, pays by card and starts a campaign in pounds; the bid follows the day's rate", async () => {
  const earlier = await register("GB");
  expect(await currencyOf(earlier)).toBe("EUR");
  expect((await changePrices(withPounds)).status).toBe(200);
  const ada = await register("GB");
  expect([await currencyOf(ada), await currencyOf(earlier)]).toEqual(["GBP", "EUR"]);
  expect([await currencyOf(await register("CH")), await currencyOf(await register("AT"))]).toEqual(["CHF", "EUR"]);
  const [starter, standard] = (await ada.get("/billing/plans")).body;
  expect(starter).toMatchObject({ currency_label: "GBP", price: 1200, impressions_per_month: 20_000 });
  expect(standard).toMatchObject({ currency_label: "GBP", price: 4500, impressions_per_month: 75_000 });
  expect((await earlier.get("/billing/plans")).body[0]).toMatchObject({ currency_label: "CHF/€", price: 1500 });
  expect((await ada.get("/billing/prices")).body).toMatchObject({ currency: "GBP", cpm: 20, vat_percent: 0 });

  const { errors } = (await ada.post("/stripe", { amount: 0.29 })).body;
  expect(errors).toEqual({ amount: ["The smallest amount that can be paid by card is GBP\u00a00.30."] });
  const { body: payment } = await ada.post("/stripe", { amount: 300 });
  expect(payment).toMatchObject({ currency: "GBP", amount_due: 300 });
  expect(cards.asked.at(-1)?.body.get("line_items[0][price_data][currency]")).toBe("gbp");
  cards.pay(payment.checkout_url.split("/").at(-1));
  expect((await ada.patch(`/stripe/${payment.id}`)).body.status).toBe("succeeded");

  const id = await createDraft(stack, ada);
  expect((await ada.post(`/user-campaigns/${id}/activate`)).status).toBe(200);
  expect((await ada.get(`/user-campaigns/${id}`)).body).toMatchObject({ currency: "GBP", cpm: 20 });
  expect((await ada.get("/users/me")).body.balance).toMatchObject({
    ...{ currency: "GBP", balance: 200, balance_reserved: 100 },
  });

  const { rows } = await stack.platform.db.execute<{ payload: CampaignSnapshot }>(
    sql`select payload from campaign_snapshots where campaign_id = ${id}`,
  );
  const { currency, priceMicros } = rows[0]!.payload;
  const adServer = testAdServer([testSnapshot({ currency, priceMicros })]);
  const { as_of_on: asOfOn, per_franc: perFranc } = stack.platform.settings.current().rates;
  adServer.engine.rates = { asOfOn, perFranc };
  const bidIn = async (currency: string, bidfloor: number) => {
    const request = testRequest({ cur: [currency] });
    const imp = request.imp.map((each) => ({ ...each, bidfloor, bidfloorcur: currency }));
    const answer = await adServer.bid({ ...request, imp });
    return answer.status === 200 ? [answer.body.cur, answer.body.seatbid[0]!.bid[0]!.price] : null;
  };
  // 20 pounds are 25 francs and 30 dollars at the rates of the day.
  expect(await bidIn("USD", 30)).toEqual(["USD", 30]);
  expect(await bidIn("USD", 30.01)).toBeNull();
  expect(await bidIn("GBP", 20)).toEqual(["GBP", 20]);
});

test("the invoice in pounds has a bank transfer and no QR-bill, and the books balance in each currency", async () => {
  const ada = await register("GB");
  expect((await ada.post("/billing/send-invoice", { planId: "starter" })).status).toBe(201);
  const [invoice] = (await ada.get("/billing/invoices")).body.data;
  expect(invoice).toMatchObject({ currency: "GBP", amount: 1200 });
  const text = pdfText((await ada.get(`/${invoice.pdf}`)).bytes);
  expect(text).toContain("GBP");
  expect(text).toContain("1'200.00");
  expect(text).toContain("CH93 0076 2011 6238 5295 7");
  expect(text).not.toContain("Payment part");

  const { rows } = await stack.platform.db.execute<{ currency: string; lines: number; sum: string }>(sql`
    select currency, count(*)::int as lines, sum(amount_micros)::text as sum from ledger_lines group by 1 order by 1`);
  expect(rows.map(({ currency, sum }) => [currency, sum])).toContainEqual(["GBP", "0"]);
  const proof = (await (await stack.signIn("accountant")).post("/billing/books/proofs")).body;
  const differing = proof.checks.filter((check: { is_equal: boolean }) => !check.is_equal);
  expect(differing).toEqual([]);
  expect(proof.checks.some((check: { currency: string }) => check.currency === "GBP")).toBe(true);
});

/** Amounts in other currencies. */
const onlyOthers = (currency: string): RegExp =>
  new RegExp(["CHF", "EUR", "GBP", "€"].filter((each) => each !== currency).join("|"));

test.each([
  { country: "CH", currency: "CHF", cpm: 25, perMonth: 500, impressions: 20_000 },
  { country: "AT", currency: "EUR", cpm: 25, perMonth: 500, impressions: 20_000 },
  { country: "GB", currency: "GBP", cpm: 20, perMonth: 400, impressions: 20_000 },
])("$currency: price list, proposal, forecast, order, invoice and mail name no other currency", async (walk) => {
  const { currency, cpm, perMonth, impressions } = walk;
  const client = await register(walk.country);
  const uid = (await client.get("/users/me")).body.uid;
  const plans = (await client.get("/billing/plans")).body;
  expect(plans[0]).toMatchObject({ price_per_month: perMonth, impressions_per_month: impressions });
  if (currency === "GBP") expect(JSON.stringify(plans)).not.toMatch(onlyOthers(currency));
  const { campaign_defaults: proposed } = (await stack.visitor().get("/site/status")).body;
  expect(proposed.monthly_budget).toMatchObject({ [currency]: perMonth });

  const target = { total_budget: 100, targeting: { locations: [switzerland] } };
  const forecast = (await client.post("/user-campaigns/forecast", target)).body;
  expect(forecast.currency).toBe(currency);
  expect(forecast.cpm.high).toBeLessThanOrEqual(cpm);

  expect((await client.post("/billing/send-invoice", { planId: "starter" })).status).toBe(201);
  await stack.platform.jobs.drain(mailInvoiceJob);
  const gross = walk.country === "CH" ? "1'621.50" : `1'${perMonth === 400 ? "2" : "5"}00.00`;
  const mail = stack.outbox.find(({ to }) => to === `${uid}@test.example`);
  expect(mail?.text).toContain(`${currency}\u00a0${gross}`);
  expect(mail?.text).not.toMatch(onlyOthers(currency));
  const [invoice] = (await client.get("/billing/invoices")).body.data;
  const text = pdfText((await client.get(`/${invoice.pdf}`)).bytes);
  expect(text).toContain(gross);
  expect(text).not.toMatch(onlyOthers(currency));
  expect(JSON.stringify((await client.get("/users/me")).body.balance)).not.toMatch(onlyOthers(currency));
});

test("the public site names every offered currency, and search engines get an offer in each", async () => {
  const page = (await stack.app.inject({ method: "GET", url: "/en" })).body;
  const texts = ["From CHF/EUR 500 or GBP 400 per month", "In GBP: United Kingdom. Everywhere else in EUR."];
  expect(texts.filter((text) => page.includes(text))).toEqual(texts);
  // An offer and its price per month for each plan.
  expect(page.match(/"priceCurrency":"GBP"/g)).toHaveLength(6);
});

test("a currency that is no longer offered stays with its accounts, which keep buying at its price", async () => {
  const ada = await register("GB");
  const withoutOffer = (settings: Prices) => ({
    ...settings,
    currencies: { offered: settings.currencies.offered.slice(0, 2), elsewhere: "EUR" },
  });
  const removed = await changePrices((settings) => ({ ...withoutOffer(settings), cpm: { CHF: 25, EUR: 25 } }));
  expect(Object.keys(removed.body.errors)).toEqual(["settings.cpm.GBP"]);
  const restored = await boss.post("/settings/operator/prices/restore", { version: 1, restore: 0, note: "Back" });
  expect(restored.status).toBe(422);
  expect((await changePrices(withoutOffer)).status).toBe(200);
  expect([await currencyOf(ada), await currencyOf(await register("GB"))]).toEqual(["GBP", "EUR"]);
  expect((await ada.get("/billing/plans")).body[0]).toMatchObject({ currency_label: "GBP", price: 1200 });
  expect((await stack.visitor().get("/site/status")).body).toMatchObject({
    currencies: ["CHF", "EUR"],
    cpm: { CHF: 25, EUR: 25, GBP: 20 },
  });
  const { rates } = (await boss.get("/settings/operator")).body;
  const named = {
    version: rates.version,
    note: "By hand",
    settings: { as_of_on: "2026-03-03", per_franc: { CHF: 1, EUR: 1 } },
  };
  const refused = await boss.put("/settings/operator/rates", named);
  expect(refused.body.errors).toEqual({ "settings.per_franc": ["Accounts use GBP, so it needs a rate"] });
});
