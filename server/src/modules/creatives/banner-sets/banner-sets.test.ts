import { bannerSetFormats, priceOfBannerSet } from "@litfass/contract/creatives/banner-sets";
import { sizeOf } from "@litfass/contract/kernel/formats";
import { defaultPrices } from "@litfass/contract/settings/default-settings";
import { pricesIn } from "@litfass/contract/settings/price-list";
import { parseSection } from "@litfass/platform/settings/read-settings";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { bannerSetMailJob } from "./banner-set-mail.ts";

let stack: Stack;
let admin: TestClient;
let tech: TestClient;
beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
  tech = await stack.signIn("tech_admin");
});
afterAll(() => stack?.close());

async function withPlan(plan: string): Promise<TestClient> {
  const customer = await stack.signIn("customer");
  expect((await admin.post(`/admin/users/${customer.uid}/subscription`, { plan })).status).toBe(200);
  return customer;
}
const order = (customer: TestClient) => customer.post("/banner-sets", { brief: "Our bread, warm colours." });

/** A group of finished HTML files in the given formats, as created by staff. */
async function finishedGroup(formats: readonly string[]): Promise<string> {
  const creative_ids: string[] = [];
  for (const format of formats) {
    const { width, height } = sizeOf(format);
    const made = await tech.post("/creatives", { type: "html5", width, height, html: "<h1>Bread</h1>" });
    creative_ids.push(made.body.uuid);
  }
  return (await tech.post("/creative-groups", { name_en: "Bread", name_de: "Brot", creative_ids })).body.uuid;
}

test("[CONST-018] the first set is included, the second costs 1500", () => {
  expect([0, 1, 2].map((before) => priceOfBannerSet(before, pricesIn(defaultPrices, "CHF")))).toEqual([
    0, 150_000, 150_000,
  ]);
});

test("[CONST-017] Advanced orders a set of four formats, the second one for 1500; Starter and Standard get an error", async () => {
  const advanced = await withPlan("advanced");
  const first = await order(advanced);
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({ status: "ordered", price: 0, invoice: null, formats: [...bannerSetFormats] });
  expect(first.body.formats).toEqual(["994x250", "300x600", "300x250", "728x90"]);
  expect((await advanced.get("/banner-sets/offer")).body).toMatchObject({
    is_offered: true,
    is_included: false,
    price: 1500,
    price_formatted: "1'500.00",
    currency: "CHF",
  });
  const second = await order(advanced);
  expect(second.body).toMatchObject({ price: 1500, formats: [...bannerSetFormats] });
  const { data } = (await advanced.get("/billing/invoices")).body;
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ id: second.body.invoice, amount: 1621.5, status: "open" });
  expect(data[0].subscription_name).toBe("Custom banner set, 4 formats");
  for (const plan of ["starter", "standard"]) {
    const other = await withPlan(plan);
    expect((await other.get("/banner-sets/offer")).body.is_offered).toBe(false);
    const refused = await order(other);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe("Custom banners come with the Advanced package");
    expect((await other.get("/banner-sets")).body.data).toEqual([]);
  }
});

test("five concurrent orders use the included set once, and a repeated request creates one order", async () => {
  const customer = await withPlan("advanced");
  const prices = (await Promise.all([1, 2, 3, 4, 5].map(() => order(customer)))).map(({ body }) => body.price);
  expect(prices.sort()).toEqual([0, 1500, 1500, 1500, 1500]);
  const key = { "idempotency-key": "once" };
  const again = await Promise.all([1, 2, 3].map(() => customer.post("/banner-sets", { brief: "Again" }, key)));
  expect(new Set(again.map(({ body }) => body.id)).size).toBe(1);
  expect((await customer.get("/billing/invoices")).body.meta.total).toBe(5);
});

test("a paid set is revenue of services, not budget; canceling it creates a credit note", async () => {
  const customer = await withPlan("advanced");
  const total = async () => (await customer.get("/billing/budget")).body.total;
  const before = await total();
  const [, paid, cancelled] = [await order(customer), await order(customer), await order(customer)];
  const orders = (await admin.get(`/billing/admin/manual-invoices?per_page=100&user=${customer.uid}`)).body.data;
  expect(new Set(orders.map(({ user }: { user: string }) => user))).toEqual(new Set([customer.uid]));
  const { id } = orders.find((each: { invoice: string }) => each.invoice === paid.body.invoice);
  for (const status of ["approved", "paid"]) {
    expect((await admin.put(`/billing/admin/manual-invoices/${id}/change-status`, { status })).status).toBe(200);
  }
  expect(await total()).toBe(before);
  const { rows } = await stack.platform.db.execute<{ kind: string; amount: string }>(sql`
    select a.kind, sum(l.amount_micros)::text as amount from ledger_entries e
    join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where e.key = ${`order:${id}`} group by 1 order by 1`);
  expect(rows).toEqual([
    { kind: "bank", amount: "-1621500000" },
    { kind: "services", amount: "1500000000" },
    { kind: "vat", amount: "121500000" },
  ]);
  expect((await tech.put(`/banner-sets/${paid.body.id}`, { status: "cancelled" })).status).toBe(409);
  const gone = await tech.put(`/banner-sets/${cancelled.body.id}`, { status: "cancelled" });
  expect(gone.body.status).toBe("cancelled");
  const invoices = (await customer.get("/billing/invoices?per_page=100")).body.data;
  expect(invoices.map((each: { amount: number; status: string }) => [each.amount, each.status]).sort()).toEqual([
    [-1621.5, "paid"],
    [1621.5, "credited"],
    [1621.5, "paid"],
  ]);
});

test("staff deliver the four formats; only the customer sees them among the templates", async () => {
  const customer = await withPlan("advanced");
  const stranger = await stack.signIn("customer");
  const { id } = (await order(customer)).body;
  expect((await tech.get("/banner-sets?status=ordered")).body.data[0]).toMatchObject({ id, user: customer.uid });
  expect((await stranger.get("/banner-sets")).body.data).toEqual([]);
  const deliver = (creative_group?: string) => tech.put(`/banner-sets/${id}`, { status: "delivered", creative_group });
  expect((await customer.put(`/banner-sets/${id}`, { status: "in_work" })).status).toBe(403);
  expect((await tech.put(`/banner-sets/${id}`, { status: "in_work" })).body.status).toBe("in_work");
  expect((await deliver()).status).toBe(422);
  expect((await deliver(await finishedGroup(["994x250", "300x600", "300x250"]))).status).toBe(422);
  const group = await finishedGroup(bannerSetFormats);
  expect((await deliver(group)).body).toMatchObject({ status: "delivered", creative_group: group });
  expect((await tech.put(`/banner-sets/${id}`, { status: "cancelled" })).status).toBe(422);
  const offered = async (client: TestClient) =>
    (await client.get("/user-creatives")).body.some((each: { uuid: string }) => each.uuid === group);
  expect([await offered(customer), await offered(stranger)]).toEqual([true, false]);
});

test("designers filter the orders by customer and find the customers by name, advertisers see their own alone", async () => {
  const [bakery, florist] = [await withPlan("advanced"), await withPlan("advanced")];
  const names = new Map([
    [bakery.uid, "Bäckerei Hug"],
    [florist.uid, "Blumen Rossi"],
  ]);
  for (const [uid, name] of names) {
    await stack.platform.db.execute(sql`update users set company_name = ${name} where uid = ${uid}`);
  }
  const { id } = (await order(bakery)).body;
  const other = (await order(florist)).body;
  const idsOf = ({ body }: { body: { data: { id: number }[] } }) => body.data.map((each) => each.id);
  expect(idsOf(await tech.get(`/banner-sets?user=${bakery.uid}`))).toEqual([id]);
  expect(idsOf(await florist.get(`/banner-sets?user=${bakery.uid}`))).toEqual([]);
  expect((await tech.get("/banner-sets/owners?search=rossi")).body).toEqual([
    { value: florist.uid, text: "Blumen Rossi" },
  ]);
  const named = (await tech.get(`/banner-sets/owners?search=rossi&owner=${bakery.uid}`)).body;
  expect(named.map(({ text }: { text: string }) => text)).toEqual(["Bäckerei Hug", "Blumen Rossi"]);
  expect((await florist.get("/banner-sets/owners")).status).toBe(403);
  expect(other.user_name).toBe("Blumen Rossi");
});

test("mails designers about an order and the customer about a delivery or cancellation, each in their language", async () => {
  const customer = await stack.signIn({ uid: "bakery-1", role: "customer", lang: "de" });
  await admin.post(`/admin/users/${customer.uid}/subscription`, { plan: "advanced" });
  const mailed = async () => {
    stack.outbox.length = 0;
    await stack.platform.jobs.drain(bannerSetMailJob);
    return stack.outbox.map(({ to, subject, text }) => ({ to, subject, text }));
  };
  const emailOf = async (client: TestClient) => (await client.get("/users/me")).body.email;
  await mailed();
  const [set, other] = [(await order(customer)).body.id, (await order(customer)).body.id];
  const [told, again, ...more] = await mailed();
  expect(more).toEqual([]);
  expect([told?.to, again?.to]).toEqual([await emailOf(tech), await emailOf(tech)]);
  expect(told?.subject).toMatch(/^Banner set ordered: /);
  expect(told?.text).toContain("Our bread, warm colours.");

  await tech.put(`/banner-sets/${set}`, { status: "in_work" });
  expect(await mailed()).toEqual([]);
  const creative_group = await finishedGroup(bannerSetFormats);
  await tech.put(`/banner-sets/${set}`, { status: "delivered", creative_group });
  await tech.put(`/banner-sets/${other}`, { status: "cancelled" });
  const results = await mailed();
  const to = await emailOf(customer);
  expect(results.map((mail) => [mail.to, mail.subject]).sort()).toEqual([
    [to, "Ihr Banner-Set ist bereit"],
    [to, "Ihr Banner-Set wurde storniert"],
  ]);
});

test("the operator's price applies to the next set; a price list of an earlier release has the price of that time", async () => {
  const operator = await stack.signIn("super_admin");
  const advanced = await withPlan("advanced");
  await order(advanced);
  const { prices } = (await operator.get("/settings/operator")).body;
  const body = { version: prices.version, note: "Spring", settings: { ...prices.settings, banner_set: 990.5 } };
  expect((await operator.put("/settings/operator/prices", body)).status).toBe(200);
  const offered = (await advanced.get("/banner-sets/offer")).body;
  expect([offered.price, offered.further_price_formatted]).toEqual([990.5, "990.50"]);
  expect((await order(advanced)).body.price).toBe(990.5);
  const { banner_set: _later, ...earlier } = prices.settings;
  expect(parseSection("prices", earlier).banner_set).toBe(defaultPrices.banner_set);
});
