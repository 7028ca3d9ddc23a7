import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { creditManually } from "../ledger/credit.ts";
import { consumeSpend } from "../ledger/open-spend-sql.ts";
import { releaseReservation } from "../ledger/release-reservation.ts";
import { reserveBudget } from "../ledger/reserve-budget.ts";

let stack: Stack;
let customer: TestClient;
const ownerUid = "statement-reader";
const currency = "CHF";

/** Three months of one customer: credits, two campaigns with half Rappen, one of them ended. */
beforeAll(async () => {
  stack = await startStack({ now: new Date("2026-03-20T09:00:00Z") });
  customer = await stack.signIn({ uid: ownerUid, role: "customer" });
  await stack.signIn({ uid: "someone-else", role: "customer" });
  await stack.platform.db.transaction(async (tx) => {
    const on = (text: string): Date => new Date(`2026-${text}Z`);
    const chf = (units: number): bigint => BigInt(units) * 1_000_000n;
    const credit = (key: string, units: number, at: Date, description = "") =>
      creditManually(tx, { ownerUid, currency, amountMicros: chf(units), key, at, description });
    const reserve = (campaignId: number, units: number, at: Date, description: string) =>
      reserveBudget(tx, {
        ownerUid,
        currency,
        campaignId,
        amountMicros: chf(units),
        key: `s:r${campaignId}`,
        at,
        description,
      });
    const spend = (campaignId: number, amountMicros: bigint, at: Date) =>
      consumeSpend(tx, [{ campaignId, amountMicros }], at);
    await credit("s:1", 1000, on("01-10T10:00:00"), '=SUM(A1); "quoted"');
    await reserve(501, 400, on("01-20T10:00:00"), "Velo im Frühling");
    await spend(501, 10_025_000n, on("01-25T10:00:00"));
    // The last hour of January in Zurich and the first of February.
    await credit("s:2", 50, on("01-31T22:30:00"));
    await credit("s:3", 60, on("01-31T23:30:00"));
    await spend(501, 20_025_000n, on("02-02T10:00:00"));
    await releaseReservation(tx, {
      campaignId: 501,
      key: "s:e1",
      at: on("02-20T10:00:00"),
      description: "Velo im Frühling",
    });
    await reserve(502, 200, on("03-01T10:00:00"), "Sommer");
    await spend(502, 25_000n, on("03-02T10:00:00"));
    await creditManually(tx, {
      ownerUid: "someone-else",
      currency,
      amountMicros: chf(5),
      key: "s:other",
      at: on("01-11T10:00:00"),
    });
  });
});
afterAll(() => stack.close());

test("the statement has debit, credit and the balance after each line, is paged, and ends at the remaining budget", async () => {
  const all = (await customer.get("/billing/statement?direction=asc")).body;
  expect(all.data.map((line: Record<string, unknown>) => [line.debit, line.credit, line.balance])).toEqual([
    [null, 1000, 1000],
    [400, null, 600],
    [null, 50, 650],
    [null, 60, 710],
    [null, 369.95, 1079.95],
    [200, null, 879.95],
  ]);
  expect(all).toMatchObject({ opening_balance: 0, debits: 600, credits: 1479.95, closing_balance: 879.95 });
  const { balance } = (await customer.get("/users/me")).body;
  expect(all.closing_balance).toBe(balance.balance);
  const page = (await customer.get("/billing/statement?page=2&per_page=4")).body;
  expect(page.meta).toMatchObject({ current_page: 2, last_page: 2, total: 6 });
  expect(page.data.map((line: { balance: number }) => line.balance)).toEqual([600, 1000]);
  expect((await customer.get("/billing/statement?search=sommer")).body.data).toHaveLength(1);
});

test("a period starts and ends with Zurich days, and its months join without a gap", async () => {
  const month = async (from: string, to: string) =>
    (await customer.get(`/billing/statement?from=${from}&to=${to}`)).body;
  const january = await month("2026-01-01", "2026-01-31");
  const february = await month("2026-02-01", "2026-02-28");
  const march = await month("2026-03-01", "2026-03-31");
  expect(january).toMatchObject({ opening_balance: 0, closing_balance: 650, credits: 1050, debits: 400 });
  expect(february).toMatchObject({ opening_balance: 650, closing_balance: 1079.95 });
  expect(march).toMatchObject({ opening_balance: 1079.95, closing_balance: 879.95 });
  expect(january.meta.total + february.meta.total + march.meta.total).toBe(6);
});

test("spend by campaign: months add up to the total, and spent, reserved and available to the payments", async () => {
  const spend = async (query = "") => (await customer.get(`/billing/campaign-spend${query}`)).body;
  const whole = await spend();
  expect(whole.data).toEqual([
    { campaign_id: 501, name: "Velo im Frühling", set_aside: 400, spent: 30.05, returned: 369.95, reserved: 0 },
    { campaign_id: 502, name: "Sommer", set_aside: 200, spent: 0.03, returned: 0, reserved: 199.97 },
  ]);
  expect(whole).toMatchObject({ set_aside: 600, spent: 30.08, returned: 369.95, reserved: 199.97 });
  const { balance } = (await customer.get("/users/me")).body;
  expect(whole.spent + balance.balance_reserved + balance.balance).toBe(balance.total);
  expect(whole.reserved).toBe(balance.balance_reserved);
  const months = [
    await spend("?to=2026-01-31"),
    await spend("?from=2026-02-01&to=2026-02-28"),
    await spend("?from=2026-03-01"),
  ];
  expect(months.map((each) => each.spent)).toEqual([10.03, 20.02, 0.03]);
  expect(months.reduce((sum, each) => sum + each.spent, 0)).toBe(whole.spent);
});

test("the bookkeeping file lists every line oldest first, with plain numbers and no spreadsheet formulas", async () => {
  const csv = await customer.get("/billing/statement/export?format=csv", { "accept-language": "de" });
  expect(csv.headers["content-disposition"]).toContain("kontoauszug.csv");
  const lines = csv.text.split("\r\n");
  expect(lines[0]).toBe(
    '\uFEFF"Datum";"Nummer";"Text";"Rechnung";"Kampagne";"Belastung";"Gutschrift";"Saldo";"Währung"',
  );
  expect(lines).toHaveLength(8);
  expect(lines[1]).toMatch(
    /^"10\.01\.2026";"\d+";"Gutschrift durch uns: =SUM\(A1\); ""quoted""";;;;1000\.00;1000\.00;"CHF"$/,
  );
  expect(lines[2]).toMatch(/;501;400\.00;;600\.00;"CHF"$/);
  const spreadsheet = await customer.get("/billing/statement/export?from=2026-02-01&to=2026-02-28");
  expect(spreadsheet.headers["content-disposition"]).toContain("statement-2026-02-01-2026-02-28.xlsx");
  expect(spreadsheet.bytes.subarray(0, 2).toString()).toBe("PK");
});

test("a month as PDF in the reader's language; not for a future month or another customer", async () => {
  const february = await customer.get("/billing/statement/months/2026-02", { "accept-language": "de" });
  expect(february.status).toBe(200);
  expect(february.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const text = textOf(february.bytes);
  if (text === null) console.log("pdftotext is not here: the text of the statement was not read");
  else {
    for (const words of ["Kontoauszug Februar 2026", "1'079.95", "Velo im Frühling", "20.02"])
      expect(text).toContain(words);
  }
  expect((await customer.get("/billing/statement/months/2026-04")).status).toBe(404);
  expect((await customer.get("/billing/statement/months/2026-13")).status).toBe(404);
  const accountant = await stack.signIn("accountant");
  expect((await accountant.get("/billing/statement")).status).toBe(403);
});

/** The words of a PDF if the tool for it is installed, else null. */
function textOf(pdf: Buffer): string | null {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), "litfass-statement-")), "statement.pdf");
  writeFileSync(file, pdf);
  try {
    return execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
