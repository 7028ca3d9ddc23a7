import { outputOf } from "@litfass/platform/command/execute";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { accrueMediaCost } from "../../billing/index.ts";
import { issueStatement, issueStatements } from "./issue-statements.ts";
import { dueMonth } from "./statement-month.ts";

let stack: Stack;
let accountant: TestClient;
let second: TestClient;
let anna: TestClient;
let ben: TestClient;
type Publisher = { id: number; sellerId: string };
let news: Publisher;
let blog: Publisher;

const payee = {
  company: "Zeitung AG",
  street: "Gerberngasse",
  house_number: "27",
  postal_code: "3011",
  city: "Bern",
  country_code: "CH",
  vat_number: "CHE-116.281.710 MWST",
  iban: "CH93 0076 2011 6238 5295 7",
  language: "de",
};

beforeAll(async () => {
  stack = await startStack({
    env: { SECOND_APPROVER_ABOVE: "500", SELLER_IBAN: "CH9300762011623852957", ADS_URL: "https://ads.operator.test" },
    now: new Date("2026-03-01T10:00:00Z"),
  });
  const admin = await stack.signIn("admin");
  await signIn();
  const add = async (name: string, uid: string): Promise<Publisher> => {
    const body = { name, email: `${uid}@test.example`, lang: "de", currency: "CHF", share_percent: 60 };
    const created = (await admin.post("/publishers", body)).body;
    return { id: created.id, sellerId: created.seller_id };
  };
  news = await add("Zeitung", "anna-1");
  blog = await add("Blog", "ben-01");
});
afterAll(() => stack.close());

/** Sessions end within a month. */
async function signIn(): Promise<void> {
  accountant = await stack.signIn({ uid: "accountant-1", role: "accountant" });
  second = await stack.signIn({ uid: "accountant-2", role: "accountant" });
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  ben = await stack.signIn({ uid: "ben-01", role: "customer" });
}

/** What the settlement books for shown impressions. */
const accrue = ({ sellerId }: Publisher, amountMicros: bigint, at: string) =>
  stack.platform.db.transaction((tx) =>
    accrueMediaCost(
      tx,
      [{ exchange: `publisher:${sellerId}`, currency: "CHF", amountMicros, impressions: 1 }],
      new Date(at),
    ),
  );
const issue = () => issueStatements(stack.platform, stack.app.services.execute);
const statementsOf = async (client: TestClient, { id }: Publisher) =>
  (await client.get(`/publishers/${id}/statements`)).body.data;
const approve = (by: TestClient, { id, net }: { id: number; net: number }) =>
  by.post(`/publisher-statements/${id}/approve`, { net });
async function balances(): Promise<Record<string, number>> {
  const { rows } = await stack.platform.db.execute<{ kind: string; micros: string }>(sql`
    select a.kind || coalesce(' ' || a.exchange, '') as kind, sum(l.amount_micros)::bigint as micros
    from ledger_accounts a join ledger_movements l on l.account_id = a.id
    where a.kind in ('media_payable', 'media_invoiced', 'media_cost', 'vat', 'bank', 'payouts_in_transit') group by 1`);
  return Object.fromEntries(
    rows.map(({ kind, micros }) => [kind, Number(micros)]).filter(([, micros]) => micros !== 0),
  );
}

test("a month is due from the third day of the next one on", () => {
  expect(["2026-03-02", "2026-03-03", "2026-01-31"].map(dueMonth)).toEqual([null, "2026-02", "2025-12"]);
});

test("each publisher gets one statement of what the ledger accrued until the end of the month in Zurich", async () => {
  await accrue(news, 100_004_000n, "2026-02-10T08:00:00Z");
  await accrue(news, 20_000_000n, "2026-02-28T22:59:59Z");
  // 1 March in Zurich.
  await accrue(news, 50_000_000n, "2026-02-28T23:00:00Z");
  await accrue(blog, 9_990_000n, "2026-02-10T08:00:00Z");
  expect(await issue()).toBe(0);
  stack.clock.advance(2 * 86_400_000);
  const counts = await Promise.all([issue(), issue()]);
  expect(counts.sort()).toEqual([0, 1]);
  expect(await issue()).toBe(0);
  expect(await statementsOf(anna, news)).toMatchObject([
    { month: "2026-02", state: "open", currency: "CHF", net: 120, vat: 0, gross: 120, number: null, has_payee: false },
  ]);
  // Less than the minimum is carried to the next month.
  expect(await statementsOf(ben, blog)).toEqual([]);
});

test("a publisher reads its own statements and says where to pay; nobody else does", async () => {
  expect((await ben.get(`/publishers/${news.id}/statements`)).status).toBe(404);
  expect((await ben.put(`/publishers/${news.id}/payee`, payee)).status).toBe(404);
  expect((await anna.get("/publisher-statements")).status).toBe(403);
  const [statement] = await statementsOf(anna, news);
  expect((await approve(anna, statement)).status).toBe(403);
  expect((await ben.get(`/publishers/${blog.id}/statements/${statement.id}/pdf`)).status).toBe(404);
  const bad = await anna.put(`/publishers/${news.id}/payee`, { ...payee, iban: "CH4431999123000889012" });
  expect(bad.body.errors).toEqual({
    iban: [
      "Enter a valid IBAN with the length of its country that is no QR-IBAN, for example CH93 0076 2011 6238 5295 7",
    ],
  });
  const early = await approve(accountant, statement);
  expect([early.status, early.body.code]).toEqual([409, "payee_missing"]);
  const odd = await anna.put(`/publishers/${news.id}/payee`, { ...payee, company: "🥖", city: "😀 ❤" });
  expect([odd.status, Object.keys(odd.body.errors)]).toEqual([422, ["company", "city"]]);
  expect((await anna.put(`/publishers/${news.id}/payee`, payee)).status).toBe(200);
  expect((await accountant.get(`/publishers/${news.id}/payee`)).body.payee.iban).toBe("CH9300762011623852957");
});

test("an approval issues the next credit note once, with VAT, and books it", async () => {
  const [statement] = await statementsOf(accountant, news);
  expect((await approve(accountant, { ...statement, net: 119 })).status).toBe(409);
  const answers = await Promise.all([approve(accountant, statement), approve(second, statement)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await statementsOf(anna, news)).toMatchObject([
    { state: "approved", number: "GS-2026-00001", net: 120, vat_rate: 8.1, vat: 9.72, gross: 129.72 },
  ]);
  expect(await balances()).toEqual({
    [`media_payable publisher:${news.sellerId}`]: 50_000_000,
    [`media_payable publisher:${blog.sellerId}`]: 9_990_000,
    [`media_invoiced publisher:${news.sellerId}`]: 129_720_000,
    vat: -9_720_000,
    // The accrued cost less what rounding leaves.
    media_cost: -179_990_000,
  });
  const pdf = await anna.get(`/publishers/${news.id}/statements/${statement.id}/pdf`);
  expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
});

test("the database lets nobody change or delete an issued credit note", async () => {
  const { db } = stack.platform;
  for (const change of [
    "net_micros = net_micros + 10000",
    'payee = payee || \'{"iban":"DE89370400440532013000"}\'',
    "vat_rate = 0",
  ]) {
    const statement = sql`update publisher_statements set ${sql.raw(change)} where year = 2026 and sequence = 1`;
    await expect(db.execute(statement)).rejects.toMatchObject({ cause: { code: "LG004" } });
  }
  await expect(db.execute(sql`delete from publisher_statements`)).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/^(LG004|42501)$/) },
  });
});

test("late impressions and small amounts come with the next statement; above the limit a second person approves", async () => {
  await accrue(news, 1_000_000n, "2026-02-20T08:00:00Z");
  await accrue(news, 600_000_000n, "2026-03-10T08:00:00Z");
  await accrue(blog, 10_000_000n, "2026-03-10T08:00:00Z");
  stack.clock.advance(31 * 86_400_000);
  await signIn();
  expect(await issue()).toBe(2);
  const [march] = await statementsOf(accountant, news);
  expect(march).toMatchObject({ month: "2026-03", net: 651 });
  expect(await statementsOf(ben, blog)).toMatchObject([{ month: "2026-03", net: 19.99 }]);
  const asked = await approve(accountant, march);
  expect([asked.status, asked.body]).toEqual([200, { approval: expect.any(Number) }]);
  expect((await approve(second, march)).body.code).toBe("statement_awaits_approval");
  expect((await accountant.post(`/billing/approvals/${asked.body.approval}/approve`, {})).status).toBe(403);
  const decided = await second.post(`/billing/approvals/${asked.body.approval}/approve`, {});
  expect([decided.status, decided.body.kind]).toEqual([200, "publisher"]);
  expect((await statementsOf(anna, news))[0]).toMatchObject({ state: "approved", number: "GS-2026-00002" });
});

test("a payment has a file for the bank, and is booked once or canceled", async () => {
  const due = (await accountant.get("/publisher-statements?due=true")).body.data;
  expect(due.map(({ number }: { number: string }) => number).sort()).toEqual(["GS-2026-00001", "GS-2026-00002"]);
  const [open] = (await accountant.get("/publisher-statements?state=open")).body.data;
  const pay = (statements: number[], execute_on = "2026-04-10") =>
    accountant.post("/publisher-payments", { statements, execute_on });
  const ids = due.map(({ id }: { id: number }) => id);
  expect((await pay([...ids, open.id])).body.code).toBe("not_payable");
  expect(Object.keys((await pay(ids, "2026-04-01")).body.errors)).toEqual(["execute_on"]);
  const first = (await pay(ids)).body;
  expect(first).toMatchObject({ state: "created", statements: 2, total: 833.45, currency: "CHF" });
  expect((await pay(ids)).status).toBe(409);
  const close = (id: number, state: string) => accountant.post(`/publisher-payments/${id}/close`, { state });
  expect((await close(first.id, "canceled")).body.state).toBe("canceled");
  const { body: payment } = await pay(ids);
  const file = await accountant.get(`/publisher-payments/${payment.id}/file`);
  expect(file.text).toContain("<CtrlSum>833.45</CtrlSum>");
  expect(file.text.match(/<EndToEndId>[^<]+/g)).toEqual(["<EndToEndId>GS-2026-00001-2", "<EndToEndId>GS-2026-00002-2"]);
  const before = await balances();
  const answers = await Promise.all([close(payment.id, "paid"), close(payment.id, "paid")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await close(payment.id, "canceled")).status).toBe(409);
  const after = await balances();
  // The file has left what is owed, and the bank has not paid it yet.
  expect(before[`media_invoiced publisher:${news.sellerId}`]).toBeUndefined();
  expect(before.payouts_in_transit).toBe(833_450_000);
  expect(after.payouts_in_transit).toBeUndefined();
  expect(after[`media_invoiced publisher:${news.sellerId}`]).toBeUndefined();
  expect(after.bank).toBe(833_450_000);
  expect((await statementsOf(anna, news)).map(({ state }: { state: string }) => state)).toEqual(["paid", "paid"]);
});

test("what one person approves for a publisher on one day adds up against the limit", async () => {
  await accrue(blog, 400_000_000n, "2026-04-05T08:00:00Z");
  stack.clock.advance(30 * 86_400_000);
  await signIn();
  expect(await issue()).toBe(1);
  expect((await ben.put(`/publishers/${blog.id}/payee`, payee)).status).toBe(200);
  const open = (await accountant.get("/publisher-statements?state=open&search=Blog")).body.data;
  expect(open).toMatchObject([
    { month: "2026-04", net: 400 },
    { month: "2026-03", net: 19.99 },
  ]);
  await stack.platform.db.execute(
    sql`update publisher_statements set net_micros = 150000000 where publisher_id = ${blog.id} and month = '2026-03'`,
  );
  expect((await approve(accountant, open[0])).body).toEqual({ approval: null });
  // 400.00 and 150.00 are more than 500.00.
  expect((await approve(accountant, { ...open[1], net: 150 })).body).toEqual({ approval: expect.any(Number) });
});

test("a month that two processes state at once is stated once, even if impressions arrive in between", async () => {
  await accrue(blog, 20_000_000n, "2026-04-30T08:00:00Z");
  const input = {
    ...blog,
    name: "Blog",
    month: "2026-04",
    currency: "CHF" as const,
    until: "2026-04-30T22:00:00Z",
    lines: [],
  };
  const outcome = await stack.app.services.execute(issueStatement, {
    actor: { kind: "job", name: "publishers.issue-statements" },
    input,
    lang: "en",
  });
  expect(outputOf(outcome)).toBeNull();
  expect(await statementsOf(ben, blog)).toHaveLength(2);
});
