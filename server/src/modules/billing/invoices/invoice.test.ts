import { sqlStateOf } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { findUser, updateUser } from "../../users/index.ts";
import { sellerOf } from "../seller.ts";
import type { InvoiceRow } from "../tables.ts";
import { dayOf, formatDay } from "./invoice.ts";
import { eachInvoice, type ListedInvoice, listInvoices, presentInvoice } from "./invoice-list-sql.ts";
import { drawInvoice } from "./invoice-pdf.ts";
import { sumLines } from "./invoice-positions.ts";
import { findInvoice } from "./invoice-sql.ts";
import { issueInvoice } from "./issue-invoice.ts";
import { mailInvoiceJob } from "./mail-invoice.ts";
import { paymentReference, qrBillData } from "./qr-bill.ts";

let stack: Stack;
let customer: TestClient;
beforeAll(async () => {
  stack = await startStack();
  customer = await stack.signIn("customer");
  await updateUser(stack.platform.db, customer.uid!, { companyName: "Bäckerei Čapek GmbH" }, stack.clock.now());
});
afterAll(() => stack.close());

async function issue(
  uid: string,
  changes: { at?: Date; paidBy?: "card" | "order"; netMicros?: bigint } = {},
): Promise<InvoiceRow> {
  const { db, config } = stack.platform;
  const owner = (await findUser(db, uid))!;
  const netMicros = changes.netMicros ?? 1_500_000_000n;
  return db.transaction((tx) =>
    issueInvoice(tx, {
      owner,
      seller: sellerOf(config.company, "CHF"),
      currency: "CHF",
      subject: { en: "Starter package, 3 months", de: "Paket Starter, 3 Monate" },
      netMicros,
      vatMicros: (netMicros * 81n) / 1000n,
      vatRate: 810,
      paidBy: changes.paidBy ?? "card",
      at: changes.at ?? stack.clock.now(),
    }),
  );
}

test("[CONST-039] formats days as DD.MM.YYYY", () => {
  expect(formatDay("2024-03-05")).toBe("05.03.2024");
});

test("numbers an invoice issued just after New Year in Zurich with the new year", () => {
  expect(dayOf(new Date("2026-12-31T23:30:00Z"))).toBe("2027-01-01");
});

test("forty concurrent invoices, half of them rolled back, get numbers without gaps or duplicates", async () => {
  const at = new Date("2031-05-05T10:00:00Z");
  const { db } = stack.platform;
  const attempts = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0
      ? issue(customer.uid!, { at })
      : db.transaction(async (tx) => {
          await tx.execute(sql`insert into invoice_counters as c (year, last) values (2031, 1)
            on conflict (year) do update set last = c.last + 1`);
          throw new Error("given up");
        }),
  );
  const results = await Promise.allSettled(attempts);
  const numbers = results.flatMap((result) => (result.status === "fulfilled" ? [result.value as InvoiceRow] : []));
  expect(numbers.map((row) => row.sequence).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
});

test("the server cannot change or delete issued invoices", async () => {
  const { number } = await issue(customer.uid!);
  const { db } = stack.platform;
  for (const statement of [
    sql`update invoices set net_micros = 1 where number = ${number}`,
    sql`delete from invoices where number = ${number}`,
  ]) {
    expect(sqlStateOf(await db.execute(statement).catch((error: unknown) => error))).toBe("42501");
  }
});

test("[CONST-002] an invoice in CHF has a VAT line, one in EUR has none", async () => {
  const invoice = await issue(customer.uid!, { paidBy: "order" });
  expect(sumLines(invoice)).toEqual([
    ["Without VAT", 1_500_000_000n],
    ["VAT 8.1%", 121_500_000n],
  ]);
  const euro = { ...invoice, currency: "EUR" as const, vatMicros: 0n, vatRate: 0, grossMicros: invoice.netMicros };
  expect(sumLines(euro)).toEqual([]);
  for (const each of [invoice, euro, { ...invoice, language: "de" as const }]) {
    const pdf = await drawInvoice(each);
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(await drawInvoice(each)).toHaveLength(pdf.length);
  }
});

test("the QR-bill contains seller, customer, amount and a reference that identifies the invoice", async () => {
  const invoice = await issue(customer.uid!, { paidBy: "order" });
  const data = qrBillData(invoice);
  expect(data).toMatchObject({
    currency: "CHF",
    amount: 1621.5,
    message: invoice.number,
    creditor: { account: "CH9300762011623852957", country: "CH" },
    debtor: { name: "Bäckerei Capek GmbH", address: "Gerberngasse", buildingNumber: "27", zip: "3011", city: "Bern" },
  });
  expect(data.reference).toMatch(/^RF\d{2}T2026\d{5}$/);
  expect(paymentReference("CH4431999123000889012", 2026, 412)).toMatch(/^\d{27}$/);
});

test("payment references have the check digits of their standards", () => {
  const creditor = paymentReference("CH9300762011623852957", 2026, 412);
  const digits = [...`${creditor.slice(4)}${creditor.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join("");
  expect(BigInt(digits) % 97n).toBe(1n);
  const table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];
  const reference = paymentReference("CH4431999123000889012", 2026, 412);
  const carry = [...reference.slice(0, 26)].reduce((sum, digit) => table[(sum + Number(digit)) % 10]!, 0);
  expect(Number(reference[26])).toBe((10 - carry) % 10);
});

test("[API-BILL-001] [FIELD-INV-001] customers list only their own invoices; signed out gets 401", async () => {
  const reader = await stack.signIn("customer");
  await issue(reader.uid!);
  await issue(reader.uid!, { netMicros: 500_000_000n });
  const { body } = await reader.get("/billing/invoices?sort=amount&direction=asc");
  expect(body.meta).toMatchObject({ total: 2, per_page: 30 });
  expect(body.data.map((row: { amount_formatted: string }) => row.amount_formatted)).toEqual(["540.50", "1'621.50"]);
  expect(body.data[0]).toMatchObject({
    id: expect.stringMatching(/^T-2026-\d{5}$/),
    subscription_name: "Starter package, 3 months",
    amount: 540.5,
    created_at: stack.clock.now().toISOString(),
    pdf: `/invoices/${body.data[0].id}`,
  });
  expect((await stack.visitor().get("/billing/invoices")).status).toBe(401);
});

test("the list is searched in the reader's language, paged, and bounded for per_page=all", async () => {
  const reader = await stack.signIn("customer");
  for (let count = 0; count < 3; count += 1) await issue(reader.uid!);
  const german = { "accept-language": "de" };
  expect((await reader.get("/billing/invoices?search=paket", german)).body.meta.total).toBe(3);
  expect((await reader.get("/billing/invoices?search=paket")).body.meta.total).toBe(0);
  expect((await reader.get("/billing/invoices?search=%25")).body.meta.total).toBe(0);
  const second = await reader.get("/billing/invoices?per_page=2&page=2");
  expect(second.body.meta).toMatchObject({ from: 3, to: 3, last_page: 2 });
  const all = await reader.get("/billing/invoices?per_page=all");
  expect(all.body.meta).toMatchObject({ total: 3, per_page: 1000 });
  expect((await reader.get("/billing/invoices?sort=password")).status).toBe(422);
});

test("an issued invoice has its subject in every language", async () => {
  const { db, config, clock } = stack.platform;
  const reader = await stack.signIn("customer");
  await updateUser(db, reader.uid!, { lang: "fr" }, clock.now());
  const owner = (await findUser(db, reader.uid!))!;
  const issued = await db.transaction((tx) =>
    issueInvoice(tx, {
      owner,
      seller: sellerOf(config.company, "CHF"),
      currency: "CHF",
      subject: { en: "Starter package", de: "Paket Starter", fr: "Forfait Starter", it: "Pacchetto Starter" },
      netMicros: 1_000_000n,
      vatMicros: 81_000n,
      vatRate: 810,
      paidBy: "card",
      at: clock.now(),
    }),
  );
  expect(issued.language).toBe("fr");
  const caller = { uid: owner.uid, reach: "own" } as const;
  const query = { page: 1, per_page: 15, direction: "asc" } as const;
  for (const [language, search] of [
    ["fr", "forfait"],
    ["it", "pacchetto"],
    ["de", "paket"],
  ] as const) {
    const { rows } = await listInvoices(db, caller, { ...query, search, sort: "subscription_name" }, language);
    const names = rows.map(({ invoice }) => presentInvoice(invoice, language).subscription_name);
    expect(names.map((name) => name.toLowerCase().includes(search))).toEqual([true]);
  }
});

test("the export reads the same invoices in the same order as the list, page by page, up to its limit", async () => {
  const { db } = stack.platform;
  const owner = (await stack.signIn("customer")).uid!;
  for (let count = 0; count < 5; count += 1) await issue(owner);
  const caller = { uid: owner, reach: "own" } as const;
  const read = async (query: Parameters<typeof eachInvoice>[2], limit: number) => {
    const rows: ListedInvoice[] = [];
    for await (const row of eachInvoice(db, caller, query, "en", limit, 2)) rows.push(row);
    return rows;
  };
  for (const sort of ["id", "amount", "created_at", "status", undefined])
    for (const direction of ["asc", "desc"] as const) {
      const query = { direction, ...(sort && { sort }) };
      const { rows } = await listInvoices(db, caller, { ...query, page: 1, per_page: 15 }, "en");
      expect(rows).toHaveLength(5);
      expect(await read(query, 100)).toEqual(rows);
      expect(await read(query, 3)).toEqual(rows.slice(0, 3));
    }
});

test("[PAGE-001] owner and billing staff open an invoice, another customer gets 403, an unknown number 404", async () => {
  const { number } = await issue(customer.uid!);
  const page = `//invoices/${number}`;
  const own = await customer.get(page);
  expect(own.status).toBe(200);
  expect(own.headers["content-type"]).toBe("application/pdf");
  expect(own.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await (await stack.signIn("accountant")).get(page)).bytes.equals(own.bytes)).toBe(true);
  expect((await (await stack.signIn("customer")).get(page)).status).toBe(403);
  expect((await (await stack.signIn("sales")).get(page)).status).toBe(403);
  expect((await stack.visitor().get(page)).status).toBe(401);
  expect((await stack.visitor().get(page, { accept: "text/html" })).headers.location).toContain("/login?next=");
  expect((await customer.get("//invoices/T-1999-00001")).status).toBe(404);
});

test("[API-BILL-010] [STATE-015] [HTTP-009] sending an invoice issues it, mails it with the PDF, and credits nothing yet", async () => {
  const buyer = await stack.signIn({ uid: "order-buyer", role: "customer", lang: "de" });
  const sent = await buyer.post("/billing/send-invoice", { planId: "starter" });
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({ status: "open", amount: 1621.5, kind: "invoice" });
  await stack.platform.jobs.drain(mailInvoiceJob);
  const mail = stack.outbox.at(-1)!;
  expect(mail).toMatchObject({
    to: "order-buyer@test.example",
    subject: `Rechnung ${sent.body.number}: Paket Starter, 3 Monate`,
  });
  expect(mail.attachments?.map((each) => each.filename)).toEqual([`${sent.body.number}.pdf`]);
  expect(mail.attachments![0]!.content.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await findInvoice(stack.platform.db, sent.body.number))?.status).toBe("open");
  expect((await buyer.get("/users/me")).body).toMatchObject({
    balance: { total: 0 },
    subscription: { is_exists: false },
  });
  const staff = await stack.signIn("accountant");
  const [request] = (await staff.get(`/billing/admin/manual-invoices?search=${sent.body.number}`)).body.data;
  expect(request).toMatchObject({ user: "order-buyer", plan: "starter", status: "new", invoice: sent.body.number });

  const mails = stack.outbox.length;
  expect((await buyer.post("/billing/send-invoice", { planId: "huge" })).status).toBe(422);
  await stack.platform.jobs.drain(mailInvoiceJob);
  expect(stack.outbox).toHaveLength(mails);

  const page = await buyer.get(`//order-confirmation?invoice=${sent.body.number}`);
  expect(page.text).toContain("Ihre Bestellung ist eingegangen");
  expect(page.text).toContain(sent.body.number);
  expect((await customer.get(`//order-confirmation?invoice=${sent.body.number}`)).status).toBe(403);
});
