import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { accrueMediaCost } from "../../billing/index.ts";

let stack: Stack;
let accountant: TestClient;
let report: object | null = null;
const exchangeServer = createServer((request, response) => {
  if (report === null || request.url !== "/invoices/2026-01") response.writeHead(500).end();
  else response.setHeader("content-type", "application/json").end(JSON.stringify(report));
});
const exchangeHost = (): string => `127.0.0.1:${(exchangeServer.address() as AddressInfo).port}`;
beforeAll(async () => {
  await new Promise<void>((resolve) => exchangeServer.listen(0, "127.0.0.1", resolve));
  stack = await startStack({
    env: {
      PRIVATE_HOSTS: exchangeHost(),
      EXCHANGES: "one,two,demo",
      EXCHANGE_SECRETS: `one=${"o".repeat(24)},two=${"t".repeat(24)},demo=${"d".repeat(24)}`,
      EXCHANGE_FEES: "one=10%",
      SECOND_APPROVER_ABOVE: "10",
    },
  });
  accountant = await stack.signIn("accountant");
  const superAdmin = await stack.signIn("super_admin");
  const { settings } = (await superAdmin.get("/exchanges/demo")).body;
  const report_url = `http://${exchangeHost()}/invoices/{month}`;
  const changed = await superAdmin.put("/exchanges/demo", { version: 0, settings: { ...settings, report_url } });
  expect(changed.status).toBe(200);
});
afterAll(async () => {
  exchangeServer.close();
  await stack.close();
});

const path = "/exchange-invoices";

/** Books shown ads at a clearing price of 5.00 USD per thousand, 4.40 CHF with the fee. */
async function book(exchange: string, at: string, count: number): Promise<void> {
  await stack.platform.clickhouse.command({
    query: `insert into ad_events (at, kind, exchange, site, campaign_id, currency, media_cost_micros, clearing_micros, clearing_currency)
      select toDateTime64('${at}', 3, 'UTC'), 'cost', '${exchange}', 'news.example', 7, 'CHF', 4400, 5000000, 'USD'
      from numbers(${count})`,
  });
  await stack.platform.db.transaction((tx) =>
    accrueMediaCost(
      tx,
      [{ exchange, currency: "CHF", amountMicros: 4_400n * BigInt(count), impressions: count }],
      new Date(`${at.replace(" ", "T")}Z`),
    ),
  );
}

const header = "day,currency,site,campaign,impressions,media,fee\n";
const importCsv = (exchange: string, csv: string, client = accountant) =>
  client.post(path, { exchange, month: "2026-01", csv });
const detail = async (id: number) => (await accountant.get(`${path}/${id}`)).body;
const accept = (id: number, postings: unknown, client = accountant) =>
  client.post(`${path}/${id}/accept`, { postings });

async function balances(exchange: string): Promise<Record<string, string>> {
  const { rows } = await stack.platform.db.execute<{ kind: string; micros: string }>(sql`
    select a.kind, sum(m.amount_micros)::bigint as micros from ledger_accounts a
    join ledger_movements m on m.account_id = a.id
    where m.details ->> 'exchange' = ${exchange} group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ kind, micros }) => [kind, micros]));
}

test("an invoice is imported once, reconciled, accepted, corrected, and each change is booked in double entry", async () => {
  await book("one", "2026-01-10 12:00:00", 1000);
  await book("one", "2026-01-11 12:00:00", 1000);
  await book("one", "2026-02-01 12:00:00", 50);
  const lines = ["2026-01-10,USD,news.example,7,1000,5.00,0.50", "2026-01-11,USD,news.example,7,1100,5.50,0.55"];
  const first = await importCsv("one", header + lines.join("\n"));
  expect([first.status, first.body]).toEqual([
    200,
    expect.objectContaining({ exchange: "one", month: "2026-01", revision: 1, state: "open", source: "csv", lines: 2 }),
  ]);
  const again = await importCsv("one", `\uFEFF${(header + lines.toReversed().join("\n")).replaceAll(",", ";")}`);
  expect([again.body.id, again.body.revision]).toEqual([first.body.id, 1]);

  const shown = await detail(first.body.id);
  expect(shown).toMatchObject({
    day_offset_hours: 0,
    totals: [{ currency: "USD", invoiced: "11.550000", booked: "11.000000", difference: "0.550000" }],
    postings: [{ currency: "CHF", accrued: "8.800000", payable: "9.240000" }],
  });
  const differing = (await accountant.get(`${path}/${first.body.id}/lines?only_differences=true`)).body;
  expect(differing.data).toEqual([
    expect.objectContaining({
      day: "2026-01-11",
      impressions: 1100,
      booked_impressions: 1000,
      difference: "0.550000",
      parts: [{ reason: "missing_notice", amount: "0.550000", impressions: 100 }],
    }),
  ]);
  const { text } = await accountant.get(`${path}/${first.body.id}/export`);
  expect(text.trim().split("\r\n")).toHaveLength(3);
  expect(text).toContain('"2026-01-11","USD","news.example","7",1100,1000,6.050000,5.500000,0.550000,0.550000');

  const stale = await accept(first.body.id, [{ currency: "CHF", accrued: "8.800000", payable: "9.250000" }]);
  expect([stale.status, stale.body.code]).toEqual([409, "exchange_invoice_changed"]);
  expect((await accept(first.body.id, shown.postings)).body).toEqual({ approval: null });
  expect(await balances("one")).toEqual({ media_cost: "-9460000", media_invoiced: "9240000", media_payable: "220000" });
  expect((await accept(first.body.id, shown.postings)).body.code).toBe("exchange_invoice_closed");

  const corrected = await importCsv("one", `${header}${lines[0]}\n2026-01-11,USD,news.example,7,1000,5.00,0.50`);
  expect(corrected.body).toMatchObject({ revision: 2, state: "open" });
  const next = await detail(corrected.body.id);
  expect(next.history.map(({ revision, state }: { revision: number; state: string }) => [revision, state])).toEqual([
    [2, "open"],
    [1, "superseded"],
  ]);
  expect((await accept(corrected.body.id, next.postings)).status).toBe(200);
  expect(await balances("one")).toEqual({ media_cost: "-9020000", media_invoiced: "8800000", media_payable: "220000" });
  // The accepted figures stay, whatever is booked later.
  await book("one", "2026-01-12 12:00:00", 10);
  expect((await detail(corrected.body.id)).totals).toEqual(next.totals);

  const { rows } = await stack.platform.db.execute(
    sql`select command, subject_id from audit_entries where subject_type = 'exchange_invoice' order by id`,
  );
  expect(rows).toEqual([
    { command: "supply.import_exchange_invoice", subject_id: String(first.body.id) },
    { command: "supply.accept_exchange_invoice", subject_id: String(first.body.id) },
    { command: "supply.import_exchange_invoice", subject_id: String(corrected.body.id) },
    { command: "supply.accept_exchange_invoice", subject_id: String(corrected.body.id) },
  ]);
});

test("above the limit another person approves, and only then it is booked", async () => {
  await book("two", "2026-01-10 12:00:00", 5000);
  const { id } = (await importCsv("two", `day,currency,impressions,media\n2026-01-10,USD,5000,25`)).body;
  const shown = await detail(id);
  expect(shown.postings).toEqual([{ currency: "CHF", accrued: "22.000000", payable: "22.000000" }]);
  const { approval } = (await accept(id, shown.postings)).body;
  expect(approval).toEqual(expect.any(Number));
  expect(await balances("two")).toEqual({ media_cost: "-22000000", media_payable: "22000000" });
  expect((await accountant.post(`/billing/approvals/${approval}/approve`, {})).status).toBe(403);
  const second = await stack.signIn("super_admin");
  expect((await second.post(`/billing/approvals/${approval}/approve`, {})).body).toMatchObject({
    kind: "media",
    state: "approved",
    amount: 22,
  });
  expect(await balances("two")).toEqual({ media_cost: "-22000000", media_invoiced: "22000000", media_payable: "0" });
  expect((await detail(id)).state).toBe("accepted");
});

test("a second acceptance waits for the first decision, and corrections in small steps need a second person too", async () => {
  await book("two", "2025-12-10 12:00:00", 2000);
  const importDecember = async (media: string) => {
    const csv = `day,currency,impressions,media\n2025-12-10,USD,2000,${media}`;
    const made = await accountant.post(path, { exchange: "two", month: "2025-12", csv });
    return (await detail(made.body.id)) as { id: number; postings: unknown };
  };
  const small = await importDecember("10");
  expect((await accept(small.id, small.postings)).body).toEqual({ approval: null });
  // Two francs more are below the limit of ten; the eleven of the month are not.
  const larger = await importDecember("12.50");
  const first = (await accept(larger.id, larger.postings)).body;
  expect(first.approval).toEqual(expect.any(Number));
  const again = await accept(larger.id, larger.postings);
  expect([again.status, again.body.code]).toEqual([409, "exchange_invoice_awaits_approval"]);
  const second = await stack.signIn("super_admin");
  expect((await second.post(`/billing/approvals/${first.approval}/approve`, {})).body.state).toBe("approved");
  expect((await detail(larger.id)).state).toBe("accepted");
});

test("booked cost with more lines than can be compared is refused, not compared in part", async () => {
  await stack.platform.clickhouse.command({
    query: `insert into ad_events (at, kind, exchange, site, campaign_id, currency, media_cost_micros, clearing_micros, clearing_currency)
      select toDateTime64('2025-11-10 12:00:00', 3, 'UTC'), 'cost', 'one', concat('site', toString(number), '.example'), 7,
        'CHF', 4400, 5000000, 'USD' from numbers(50001)`,
  });
  const importNovember = async (header: string, line: string) =>
    (await accountant.post(path, { exchange: "one", month: "2025-11", csv: `${header}\n${line}` })).body.id as number;
  const fine = await importNovember("day,currency,site,impressions,media", "2025-11-10,USD,site1.example,1,0.005");
  const refused = await accountant.get(`${path}/${fine}`);
  expect([refused.status, refused.body.code]).toEqual([409, "invoice_too_fine"]);
  const coarse = await importNovember("day,currency,impressions,media,fee", "2025-11-10,USD,50001,250.005,25.0005");
  expect((await detail(coarse)).totals[0].difference).toBe("0.000000");
});

test("accountants see which exchanges invoice and which offer a report", async () => {
  expect((await accountant.get(`${path}/exchanges`)).body).toEqual([
    { name: "demo", has_report: true },
    { name: "one", has_report: false },
    { name: "sandbox", has_report: true },
    { name: "two", has_report: false },
  ]);
  expect((await (await stack.signIn("customer")).get(`${path}/exchanges`)).status).toBe(403);
});

test.each([
  ["day;currency\n", /column impressions.*missing/],
  [`${header}2026-02-01,USD,,,1,1,0`, /Line 2, column day/],
  [`${header}2026-01-01,usd,,,1,1,0`, /Line 2, column currency/],
  [`${header}2026-01-01,USD,,,1.5,1,0`, /Line 2, column impressions/],
  [`${header}2026-01-01,USD,,,1,"1,5",0`, /Line 2, column media/],
  [`${header}2026-01-01,USD,,x,1,1,0`, /Line 2, column campaign/],
  [`${header}2026-01-01,USD,,,1,1,0\n2026-01-01,USD,,,2,1,0`, /Line 3, column day/],
  [`day,currency,impressions,media,total\n2026-01-01,USD,1,1,1.01`, /Line 2, column total/],
  [header, /no lines/],
  [`${header}"`, /CSV/],
])("a wrong file is refused at its line: %j", async (csv, problem) => {
  const { status, body } = await importCsv("one", csv);
  expect(status).toBe(422);
  expect(body.errors.csv[0]).toMatch(problem);
});

test("the monthly report of an exchange is fetched, and read like a file", async () => {
  const fetchReport = (exchange: string) => accountant.post(`${path}/fetch`, { exchange, month: "2026-01" });
  expect((await fetchReport("demo")).status).toBe(503);
  await book("demo", "2026-01-10 12:00:00", 1);
  const line = { day: "2026-01-10", currency: "USD", impressions: 1, media: "0.0050000000000" };
  report = {
    month: "2026-01",
    lines: [{ ...line, fee: "0.0000000000000", total: "0.0050000000000" }],
  };
  const { body } = await fetchReport("demo");
  expect(body).toMatchObject({ exchange: "demo", source: "report", state: "open", lines: 1 });
  expect((await fetchReport("demo")).body.id).toBe(body.id);
  expect((await detail(body.id)).totals).toEqual([
    { currency: "USD", invoiced: "0.005000", booked: "0.005000", difference: "0.000000" },
  ]);
  const other = await fetchReport("one");
  expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ["exchange"]]);
  report = { month: "2025-12", lines: [] };
  expect(Object.keys((await fetchReport("demo")).body.errors)).toEqual(["month"]);
});

test("an unknown exchange is not found", async () => {
  expect((await importCsv("none", header)).status).toBe(404);
  expect((await accountant.get(`${path}/999`)).status).toBe(404);
});
