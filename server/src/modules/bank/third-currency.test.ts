import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { pdfText } from "../../testing/pdf-text.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { bankFile } from "./testing-bank-file.ts";
import { payDue, payoutBalances, publishersWithNotes, upload } from "./testing-payouts.ts";

const danish = { currency: "DKK", iban: "DK5000400440116243", bic: "DABADKKK" };

let stack: Stack;
let boss: TestClient;
let accountant: TestClient;
beforeAll(async () => {
  const env = { SELLER_IBAN: "GB29NWBK60161331926819", SECOND_APPROVER_ABOVE: "1000,DKK=7000" };
  stack = await startStack({ env, now: new Date("2026-02-05T10:00:00Z") });
  boss = await stack.signIn("super_admin");
  accountant = await stack.signIn({ uid: "accountant-1", role: "accountant" });
  const { company, prices } = (await boss.get("/settings/operator")).body;
  const accounts = { version: company.version, note: "Bank", settings: { ...company.settings, accounts: [danish] } };
  expect((await boss.put("/settings/operator/company", accounts)).status).toBe(200);
  const offered = [
    { currency: "GBP", countries: ["GB"] },
    { currency: "DKK", countries: ["DK"] },
  ];
  const settings = { ...prices.settings, currencies: { offered, elsewhere: "GBP" }, cpm: { GBP: 20, DKK: 180 } };
  const change = { version: prices.version, note: "North", settings };
  expect((await boss.put("/settings/operator/prices", change)).body.errors).toBeUndefined();
});
afterAll(() => stack.close());

let number = 0;
async function register(country: string, city: object): Promise<TestClient> {
  const client = await stack.signIn({ uid: `newcomer-${++number}`, role: "customer", filled: false });
  const body = {
    ...{ first_name: "Ada", last_name: "Byron", company_name: "Analytical Bakery Ltd", country_code: country },
    ...{ street: "Whitehall", house_number: "1", is_terms_accepted: true, ...city },
  };
  const { status, body: answer } = await client.post("/users/me", body);
  expect([status, answer.errors]).toEqual([200, undefined]);
  return client;
}
const dane = () => register("DK", { city: "København", postal_code: "1050", vat_number: "DK12345674" });
const briton = () => register("GB", { city: "London", postal_code: "SW1A 1AA", vat_number: "GB123456789" });

test.each([
  ["DKK", "DK50 0040 0440 1162 43", "BIC DABADKKK", dane],
  ["GBP", "GB29 NWBK 6016 1331 9268 19", "RF", briton],
] as const)(
  "an invoice in %s names the account of its currency, and its transfer is suggested",
  async (currency, iban, bic, customerOf) => {
    const customer = await customerOf();
    expect((await customer.post("/billing/send-invoice", { planId: "starter" })).status).toBe(201);
    const [invoice] = (await customer.get("/billing/invoices")).body.data;
    expect(invoice.currency).toBe(currency);
    const text = pdfText((await customer.get(`/${invoice.pdf}`)).bytes).replaceAll(/\s+/g, " ");
    expect(text).toContain(iban);
    expect(text).toContain(bic);
    expect(text).not.toContain("QR");
    const creditorReference = /RF\d\d T[\d ]{8,}/.exec(text)?.[0].replaceAll(" ", "").slice(0, 14) ?? "";
    const amount = invoice.amount.toFixed(2);
    const transfers = [{ amount, creditorReference }];
    const pay = (paidIn: string, reference: string) =>
      upload(
        accountant,
        bankFile([{ kind: "credit", amount, currency: paidIn, day: "2026-02-05", reference, transfers }], {
          id: reference,
        }),
      );
    await pay("EUR", `${currency}-1`);
    await pay(currency, `${currency}-2`);
    const entries = (await accountant.get(`/bank-entries?search=${creditorReference}`)).body.data;
    expect(entries.map(({ state, reason }: Record<string, string>) => [state, reason]).sort()).toEqual([
      ["suggestion", null],
      ["unknown", "amount_differs"],
    ]);
  },
);

test("the limit of the second person is that of the customer's currency", async () => {
  const credit = async (customer: TestClient, amount: number) =>
    (await boss.post("/billing/make-transaction", { user: customer.uid, amount, description: "Fair" })).body.approval;
  const [inKroner, inPounds] = [await dane(), await briton()];
  expect(await credit(inKroner, 7000)).toBeNull();
  expect(await credit(inKroner, 0.01)).toEqual(expect.any(Number));
  expect(await credit(inPounds, 1000)).toBeNull();
  expect(await credit(inPounds, 0.01)).toEqual(expect.any(Number));
});

test("publishers are paid in kroner from the account in kroner, and the bank's notification books it", async () => {
  await publishersWithNotes(stack, accountant, [
    { uid: "avis-1", micros: 895_550_000n, currency: "DKK" },
    { uid: "paper-1", micros: 44_450_000n, currency: "GBP" },
  ]);
  const due = (await accountant.get("/publisher-statements?due=true&per_page=100")).body.data;
  const mixed = { statements: due.map(({ id }: { id: number }) => id), execute_on: "2026-02-05" };
  const refused = await accountant.post("/publisher-payments", mixed);
  expect([refused.status, refused.body.errors.statements[0]]).toEqual([422, expect.stringMatching(/currency/i)]);

  const payment = await payDue(stack, accountant, "DKK");
  const file = (await accountant.get(`/publisher-payments/${payment.id}/file`)).text;
  expect(file).toContain(`<DbtrAcct><Id><IBAN>${danish.iban}</IBAN></Id></DbtrAcct>`);
  expect(file).toContain("<BICFI>DABADKKK</BICFI>");
  expect(file).toContain('<InstdAmt Ccy="DKK">895.55</InstdAmt>');
  expect(file).not.toContain("SEPA");

  const executed = bankFile(
    [
      {
        ...{ kind: "debit", amount: "895.55", currency: "DKK", day: "2026-02-05", reference: "D1" },
        transfers: payment.payouts.map(({ amount, endToEndId, instructionId }) => ({
          amount,
          endToEndId,
          instructionId,
        })),
      },
    ],
    { message: "camt.054", account: danish.iban },
  );
  expect((await upload(accountant, executed)).status).toBeLessThan(300);
  expect(await payoutBalances(stack, "DKK")).toEqual({ bank: 895.55 });
  const { rows } = await stack.platform.db.execute(sql`
    select currency from ledger_lines group by 1 having sum(amount_micros) <> 0`);
  expect(rows).toEqual([]);
});
