import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { bankFile, rejection, type TestBooking } from "./testing-bank-file.ts";
import {
  debitIban,
  payDue,
  payoutBalances,
  publishersWithNotes,
  type TestPayment,
  type TestPublisher,
  testPayee,
  upload,
} from "./testing-payouts.ts";

let stack: Stack;
let accountant: TestClient;
let news: TestPublisher;
let blog: TestPublisher;
let radio: TestPublisher;
let first: TestPayment;

beforeAll(async () => {
  stack = await startStack({ env: { SELLER_IBAN: debitIban }, now: new Date("2026-02-05T10:00:00Z") });
  accountant = await stack.signIn({ uid: "accountant-1", role: "accountant" });
  [news, blog, radio] = (await publishersWithNotes(stack, accountant, [
    { uid: "news-1", micros: 120_000_000n },
    { uid: "blog-1", micros: 40_000_000n },
    { uid: "radio-1", micros: 15_500_000n },
  ])) as [TestPublisher, TestPublisher, TestPublisher];
  first = await payDue(stack, accountant);
});
afterAll(() => stack.close());

const statementOf = async ({ id, owner }: TestPublisher) =>
  (await owner.get(`/publishers/${id}/statements`)).body.data[0];
const payoutsOf = async ({ id, owner }: TestPublisher) => (await owner.get(`/publishers/${id}/payouts`)).body;
const entriesOf = async (query = "") => (await accountant.get(`/bank-entries?per_page=100${query}`)).body.data;
const ofPublisher = (payment: TestPayment, { id }: TestPublisher) => {
  const found = payment.payouts.find(({ publisher }) => publisher === id);
  if (!found) throw new Error("no payout");
  return found;
};
const batch = (payment: TestPayment, changes: Partial<TestBooking> = {}): TestBooking => ({
  kind: "debit",
  amount: "175.50",
  day: "2026-02-05",
  reference: "ZV1",
  payment: `${payment.messageId}-1`,
  transfers: payment.payouts.map(({ amount, endToEndId, instructionId }) => ({ amount, endToEndId, instructionId })),
  ...changes,
});
const back = (payment: TestPayment, publisher: TestPublisher, changes: Partial<TestBooking> = {}): TestBooking => {
  const { amount, endToEndId, instructionId } = ofPublisher(payment, publisher);
  return {
    kind: "credit",
    amount,
    day: "2026-02-06",
    reference: "ZV2",
    isReversal: true,
    transfers: [{ amount, endToEndId, instructionId, returnCode: "AC04" }],
    ...changes,
  };
};
/** Without the card processor, which this installation does not have. */
async function failedChecks(): Promise<string[]> {
  const { body } = await accountant.post("/billing/books/proofs", {});
  const failed = body.checks.filter(
    (each: { is_equal: boolean; is_unknown: boolean }) => !each.is_equal && !each.is_unknown,
  );
  return failed.map(({ check }: { check: string }) => check);
}

test("a payment's file is in transit in the books: neither owed nor paid", async () => {
  expect(await payoutBalances(stack)).toEqual({ payouts_in_transit: 175.5 });
  expect(await statementOf(news)).toMatchObject({ state: "approved", payment: first.id, executed_on: null });
  expect(await failedChecks()).toEqual([]);
});

test("a transfer from another account, of another amount, or without a reference books nothing", async () => {
  const [payout] = first.payouts;
  const transfer = { endToEndId: payout?.endToEndId ?? "", instructionId: payout?.instructionId ?? "" };
  const debit = (amount: string, reference: string): TestBooking => ({
    ...{ kind: "debit", amount, day: "2026-02-05", reference, transfers: [{ amount, ...transfer }] },
  });
  await upload(accountant, bankFile([debit(payout?.amount ?? "", "X1")], { account: "CH3709000000304442225" }));
  await upload(
    accountant,
    bankFile([debit("119.99", "X2"), { kind: "debit", amount: "7.00", day: "2026-02-05", reference: "X3" }]),
  );
  await upload(accountant, bankFile([batch(first, { amount: "175.51", transfers: [], reference: "X4" })]));
  const found = await entriesOf();
  expect(found.map((each: { reason: string }) => each.reason).sort()).toEqual([
    "amount_differs",
    "amount_differs",
    "no_match",
    "other_account",
  ]);
  expect(found.every(({ state }: { state: string }) => state === "unknown")).toBe(true);
  expect(await payoutBalances(stack)).toEqual({ payouts_in_transit: 175.5 });
  // What has nothing to do with the books is no work.
  expect((await accountant.get("/work-list")).body).toContainEqual(
    expect.objectContaining({ kind: "bank_entries", count: 3 }),
  );
  for (const { id } of found) {
    expect((await accountant.post(`/bank-entries/${id}/done`, { note: "Other matter" })).status).toBe(204);
  }
  expect((await accountant.post(`/bank-entries/${found[0].id}/done`, { note: "Again" })).body.code).toBe(
    "entry_closed",
  );
  expect(await entriesOf("&to_check=true")).toEqual([]);
});

test("one booking for the file executes its payouts on the value date; statement and notification book once", async () => {
  const whole = batch(first, { transfers: [], day: "2026-02-05" });
  const { body } = await upload(accountant, bankFile([whole], { id: "statement" }), "statement.xml");
  expect(body).toMatchObject({
    is_repeated: false,
    file: { name: "statement.xml", entries: 1, matched: 1, repeated: 0 },
  });
  const again = await upload(accountant, bankFile([whole], { id: "statement" }), "copy.xml");
  expect(again.body).toMatchObject({ is_repeated: true, file: { id: body.file.id } });
  const detailed = await upload(accountant, bankFile([batch(first)], { message: "camt.054", id: "note" }));
  expect(detailed.body.file).toMatchObject({ entries: 3, done: 3, matched: 0, unknown: 0 });
  const other = await upload(accountant, bankFile([whole, batch(first)], { id: "again", version: "04" }));
  expect(other.body.file).toMatchObject({ entries: 4, repeated: 4 });
  expect(await payoutBalances(stack)).toEqual({ bank: 175.5 });
  expect(await statementOf(news)).toMatchObject({ state: "paid", executed_on: "2026-02-05" });
  // Noon of the value date has not come yet, and no entry is in the future.
  const { rows } = await stack.platform.db.execute(sql`
    SELECT DISTINCT at FROM ledger_entries WHERE kind = 'publisher_payment' AND at <> ${stack.clock.now().toISOString()}::timestamptz`);
  expect(rows).toEqual([]);
  expect((await accountant.get("/publisher-payments")).body.data[0]).toMatchObject({
    state: "paid",
    executed: 3,
    returned: 0,
  });
  const [entry] = await entriesOf("&state=matched");
  expect(entry.payouts.map((each: { end_to_end_id: string }) => each.end_to_end_id)).toEqual(
    first.payouts.map(({ endToEndId }) => endToEndId),
  );
  expect(await failedChecks()).toEqual([]);
});

test("the same transfers in another booking of the bank are reported, not booked", async () => {
  const { body } = await upload(accountant, bankFile([batch(first, { reference: "ZV9" })], { id: "twice" }));
  expect(body.file).toMatchObject({ entries: 3, unknown: 3 });
  expect((await entriesOf("&to_check=true")).map(({ reason }: { reason: string }) => reason)).toEqual([
    "already_executed",
    "already_executed",
    "already_executed",
  ]);
  expect(await payoutBalances(stack)).toEqual({ bank: 175.5 });
});

test("a returned transfer is owed again, and its publisher is told what to correct and not paid until then", async () => {
  const { body } = await upload(accountant, bankFile([back(first, blog)], { id: "return" }));
  expect(body.file).toMatchObject({ entries: 1, returned: 1 });
  await upload(accountant, bankFile([back(first, blog)], { id: "return-2", message: "camt.054" }));
  expect(await payoutBalances(stack)).toEqual({ bank: 135.5, media_invoiced: 40 });
  expect(await statementOf(blog)).toMatchObject({
    state: "approved",
    payment: null,
    is_blocked: true,
    returned: { on: "2026-02-06", reason_code: "AC04", cause: "closed" },
  });
  expect((await payoutsOf(blog)).block).toMatchObject({ amount: 40, reason_code: "AC04", cause: "closed" });
  expect((await payoutsOf(news)).block).toBeNull();
  await stack.platform.jobs.drain("publishers.mail-payout-returned");
  await stack.platform.jobs.drain("publishers.mail-payout-returned");
  const mails = stack.outbox.filter(({ to }) => to === "blog-1@test.example");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("account is closed");
  expect(mails[0]?.text).toContain("CH56 0483 5012 3456 7800 9");
  expect((await accountant.get("/publisher-statements?due=true")).body.data).toEqual([]);
  const { id } = await statementOf(blog);
  const paying = await accountant.post("/publisher-payments", { statements: [id], execute_on: "2026-02-06" });
  expect([paying.status, paying.body.code]).toEqual([409, "payout_blocked"]);
  expect((await accountant.get("/work-list")).body).toContainEqual(
    expect.objectContaining({ kind: "payouts", count: 1 }),
  );
  expect(await failedChecks()).toEqual([]);
});

test("another account ends the block: the credit note is paid there, under another reference", async () => {
  const name = { ...testPayee, company: "Blog Verlag" };
  await blog.owner.put(`/publishers/${blog.id}/payee`, name);
  expect((await payoutsOf(blog)).block).not.toBeNull();
  await blog.owner.put(`/publishers/${blog.id}/payee`, { ...name, iban: "CH3709000000304442225" });
  expect((await payoutsOf(blog)).block).toBeNull();
  const second = await payDue(stack, accountant);
  expect(second.payouts.map(({ endToEndId }) => endToEndId)).toEqual([`${ofPublisher(first, blog).endToEndId}-2`]);
  const file = (await accountant.get(`/publisher-payments/${second.id}/file`)).text;
  expect(file).toContain("<IBAN>CH3709000000304442225</IBAN>");
  expect(file).toContain("<Nm>Blog Verlag</Nm>");
  expect(file).toContain(`<Ustrd>${ofPublisher(first, blog).endToEndId}</Ustrd>`);
  // The return of the first transfer says nothing about the second.
  await upload(accountant, bankFile([back(first, blog, { reference: "ZV7" })], { id: "late" }));
  expect((await entriesOf("&search=ZV7"))[0]).toMatchObject({ state: "unknown", reason: "already_returned" });
  const { body } = await upload(accountant, rejection(second.messageId, "AC01"), "pain.xml");
  expect(body.file).toMatchObject({ message: "pain.002", entries: 1, returned: 1 });
  expect((await accountant.get("/publisher-payments")).body.data[0]).toMatchObject({ state: "rejected", returned: 1 });
  expect(await payoutBalances(stack)).toEqual({ bank: 135.5, media_invoiced: 40 });
  expect(await failedChecks()).toEqual([]);
});

test("only those who read the books release a publisher, once", async () => {
  const release = (by: TestClient) => by.post(`/publishers/${blog.id}/payouts/release`);
  expect((await release(blog.owner)).status).toBe(403);
  expect((await release(await stack.signIn("admin"))).status).toBe(403);
  expect((await release(accountant)).status).toBe(204);
  expect((await release(accountant)).body.code).toBe("not_blocked");
  expect((await payoutsOf(blog)).block).toBeNull();
});

test("a payment marked as paid by hand takes the bank's entry without another booking", async () => {
  const third = await payDue(stack, accountant);
  await accountant.post(`/publisher-payments/${third.id}/close`, { state: "paid" });
  expect(await payoutBalances(stack)).toEqual({ bank: 175.5 });
  const debit = batch(third, { amount: "40.00", reference: "ZV3", day: "2026-02-05" });
  expect((await upload(accountant, bankFile([debit], { id: "third" }))).body.file).toMatchObject({ matched: 1 });
  expect(await payoutBalances(stack)).toEqual({ bank: 175.5 });
  // Without the bank's mark of a return, the reference of a credit is only a hint.
  const { amount, endToEndId } = ofPublisher(third, blog);
  const credit: TestBooking = {
    ...{ kind: "credit", amount, day: "2026-02-05", reference: "ZV4", transfers: [{ amount, endToEndId }] },
  };
  expect((await upload(accountant, bankFile([credit], { id: "hint" }))).body.file).toMatchObject({ suggestion: 1 });
  expect(await payoutBalances(stack)).toEqual({ bank: 175.5 });
  const [hint] = await entriesOf("&state=suggestion");
  const confirmed = await Promise.all([1, 2].map(() => accountant.post(`/bank-entries/${hint.id}/confirm`)));
  expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await payoutBalances(stack)).toEqual({ bank: 135.5, media_invoiced: 40 });
  expect((await payoutsOf(blog)).block).toMatchObject({ reason_code: null, cause: "other" });
  expect(await failedChecks()).toEqual([]);
});

test("a return before its debit waits for it", async () => {
  await accountant.post(`/publishers/${blog.id}/payouts/release`);
  const fourth = await payDue(stack, accountant);
  const returned = back(fourth, blog, { reference: "ZV6" });
  expect((await upload(accountant, bankFile([returned], { id: "early" }))).body.file).toMatchObject({ unknown: 1 });
  expect((await entriesOf("&search=ZV6"))[0]).toMatchObject({ reason: "not_executed" });
  const debit = batch(fourth, { amount: "40.00", reference: "ZV5" });
  await upload(accountant, bankFile([debit], { id: "debit" }));
  expect((await entriesOf("&search=ZV6"))[0]).toMatchObject({ state: "returned" });
  expect(await payoutBalances(stack)).toEqual({ bank: 135.5, media_invoiced: 40 });
});

test("what banks deduct from a returned payout is the operator's cost, if the file states exactly that", async () => {
  await accountant.post(`/publishers/${blog.id}/payouts/release`);
  const paid = await payDue(stack, accountant);
  await upload(accountant, bankFile([batch(paid, { amount: "40.00", reference: "ZC1" })], { id: "charged" }));
  const { amount, ...transfer } = ofPublisher(paid, blog);
  const returned = (reference: string, stated: { charges?: string; instructed?: string }) =>
    bankFile(
      [
        back(paid, blog, {
          ...{ reference, amount: "35.00" },
          transfers: [{ ...transfer, amount: "35.00", returnCode: "AC04", ...stated }],
        }),
      ],
      { message: "camt.054", id: reference },
    );
  for (const [reference, stated] of [
    ["ZC2", {}],
    ["ZC3", { charges: "4.00" }],
    ["ZC4", { instructed: "39.00" }],
  ] as const) {
    expect((await upload(accountant, returned(reference, stated))).body.file).toMatchObject({ unknown: 1 });
    expect((await entriesOf(`&search=${reference}`))[0]).toMatchObject({ reason: "amount_differs" });
  }
  expect(await payoutBalances(stack)).toEqual({ bank: 175.5 });
  expect((await upload(accountant, returned("ZC5", { charges: "5.00" }))).body.file).toMatchObject({ returned: 1 });
  expect(await payoutBalances(stack)).toEqual({ bank: 140.5, bank_charges: -5, media_invoiced: 40 });
  expect((await payoutsOf(blog)).block).toMatchObject({ amount: 40, cause: "closed" });
  expect(amount).toBe("40.00");
  expect(await failedChecks()).toEqual([]);
});

test("two imports of the same transfers at once book them once", async () => {
  await accountant.post(`/publishers/${blog.id}/payouts/release`);
  const fifth = await payDue(stack, accountant);
  const debit = batch(fifth, { amount: "40.00", reference: "ZV8" });
  const answers = await Promise.all(
    ["camt.053", "camt.054"].map((message, at) =>
      upload(accountant, bankFile([debit], { message: message as "camt.053", id: `race-${at}` })),
    ),
  );
  expect(answers.map(({ body }) => body.file.repeated).sort()).toEqual([0, 1]);
  const other = await stack.signIn({ uid: "accountant-2", role: "accountant" });
  const returned = bankFile([back(fifth, blog, { reference: "ZW1" })], { id: "race" });
  const same = await Promise.all([accountant, other, accountant].map((each) => upload(each, returned)));
  expect(same.map(({ body }) => body.is_repeated).sort()).toEqual([false, true, true]);
  expect(await payoutBalances(stack)).toEqual({ bank: 140.5, bank_charges: -5, media_invoiced: 40 });
  expect(await failedChecks()).toEqual([]);
});

test("the database lets nobody execute, return or change a payout again", async () => {
  const { db } = stack.platform;
  for (const change of [
    "state = 'executed', executed_on = '2026-03-01'",
    "amount_micros = 1",
    "state = 'in_payment'",
  ]) {
    const again = sql`UPDATE publisher_payouts SET ${sql.raw(change)} WHERE state = 'returned'`;
    await expect(db.execute(again)).rejects.toMatchObject({ cause: { code: "LG005" } });
  }
});

test("payouts that are in transit for too long, and books that do not follow the bank, are found at night", async () => {
  await accountant.post(`/publishers/${blog.id}/payouts/release`);
  const sixth = await payDue(stack, accountant);
  stack.clock.advance(5 * 86_400_000);
  expect(await failedChecks()).toEqual([]);
  stack.clock.advance(60_000);
  expect(await failedChecks()).toEqual(["payouts_settled"]);
  const boss = await stack.signIn("super_admin");
  const settings = { minimums: [], transit_days: 30 };
  await boss.put("/settings/operator/payouts", { version: 0, note: "Slow bank", settings });
  expect(await failedChecks()).toEqual([]);
  await accountant.post(`/publisher-payments/${sixth.id}/close`, { state: "canceled" });
  expect(await payoutBalances(stack)).toEqual({ bank: 140.5, bank_charges: -5, media_invoiced: 40 });
  await stack.platform.db.execute(sql`UPDATE publisher_statements SET payment_id = ${sixth.id}
    WHERE id = ${(await statementOf(blog)).id}`);
  expect(await failedChecks()).toEqual(["publisher_debts"]);
});

test("hostile files are refused at the file; nobody but those who read the books imports or reads", async () => {
  const refused = await upload(
    accountant,
    `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document>&b;</Document>`,
  );
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["file"]]);
  expect((await upload(accountant, "x".repeat(5_000_001))).body.errors.file[0]).toContain("5 MB");
  expect((await accountant.post("/bank-files", new FormData())).status).toBe(422);
  for (const role of ["admin", "customer", "sales", "campaign_manager"] as const) {
    const client = await stack.signIn(role);
    expect((await upload(client, bankFile([]))).status).toBe(403);
    expect((await client.get("/bank-entries")).status).toBe(403);
  }
  expect((await radio.owner.get(`/publishers/${blog.id}/payouts`)).status).toBe(404);
  expect((await accountant.get("/bank-files?search=pain")).body).toMatchObject({
    meta: { total: 1 },
    data: [{ message: "pain.002" }],
  });
});
