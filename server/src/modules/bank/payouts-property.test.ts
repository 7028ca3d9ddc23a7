import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { payoutPairs } from "../publishers/index.ts";
import { bankFile, rejection, type TestBooking } from "./testing-bank-file.ts";
import {
  debitIban,
  payDue,
  publishersWithNotes,
  type TestPayment,
  type TestPublisher,
  upload,
} from "./testing-payouts.ts";

const publisherCount = 4;
const runs = process.env.FAULT_RUNS ? 40 : 8;
let stack: Stack;
let accountant: TestClient;
let publishers: TestPublisher[];
let files = 0;

beforeAll(async () => {
  stack = await startStack({ env: { SELLER_IBAN: debitIban }, now: new Date("2026-02-05T10:00:00Z") });
  accountant = await stack.signIn({ uid: "accountant-1", role: "accountant" });
  const amounts = Array.from({ length: publisherCount }, (_, at) => ({
    uid: `publisher-${at}`,
    micros: BigInt(at + 2) * 10_010_000n,
  }));
  publishers = await publishersWithNotes(stack, accountant, amounts);
});
afterAll(() => stack.close());

/** What the bank may do with a payment: how it books, which transfers come back or are rejected, and what it sends. */
const bank = fc.record({
  style: fc.constantFrom("batch", "details", "singles"),
  hasReferences: fc.boolean(),
  back: fc.array(fc.boolean(), { minLength: publisherCount, maxLength: publisherCount }),
  rejected: fc.array(fc.boolean(), { minLength: publisherCount, maxLength: publisherCount }),
  wrongAmounts: fc.boolean(),
  handled: fc.constantFrom("nothing", "nothing", "paid", "canceled"),
  /** In this order, some of them several times. */
  order: fc.array(fc.constantFrom("debit", "notice", "return", "reject", "hand", "junk"), {
    minLength: 4,
    maxLength: 12,
  }),
  atOnce: fc.boolean(),
});
type Bank = typeof bank extends fc.Arbitrary<infer Value> ? Value : never;

/** The files that the bank sends about a payment. */
function filesOf(
  payment: TestPayment,
  plan: Bank,
): Record<"debit" | "notice" | "return" | "reject" | "junk", string[]> {
  const run = payment.messageId;
  const { payouts } = payment;
  const reference = (name: string) => (plan.hasReferences ? `${name} ${run}` : null);
  const sum = payouts.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0) / 100;
  const transfer = ({ amount, endToEndId, instructionId }: TestPayment["payouts"][number]) => ({
    amount,
    endToEndId,
    instructionId,
  });
  const day = "2026-02-05";
  const whole = (transfers: boolean): TestBooking[] => [
    {
      ...{ kind: "debit", amount: sum.toFixed(2), day, reference: reference("ZV"), payment: `${run}-1` },
      transfers: transfers ? payouts.map(transfer) : [],
    },
  ];
  const singles = payouts.map(
    (each, at): TestBooking => ({
      ...{ kind: "debit", amount: each.amount, day, reference: reference(`ZV${at}`), transfers: [transfer(each)] },
    }),
  );
  const debits = plan.style === "singles" ? singles : whole(plan.style === "details");
  const returns = payouts
    .filter((_, at) => plan.back[at])
    .map((each, at): TestBooking => {
      const amount = plan.wrongAmounts && at === 0 ? "0.01" : each.amount;
      return {
        ...{ kind: "credit", amount, day: "2026-02-06", reference: reference(`RT${at}`), isReversal: true },
        transfers: [{ ...transfer(each), amount, returnCode: "AC01" }],
      };
    });
  const next = (bookings: TestBooking[], message: "camt.053" | "camt.054" = "camt.053") => {
    files += 1;
    return bankFile(bookings, { message, id: `${files}` });
  };
  return {
    debit: [next(debits)],
    notice: [next(plan.style === "batch" ? whole(true) : debits, "camt.054")],
    return: [next(returns), next([...returns, ...debits])],
    reject: payouts.filter((_, at) => plan.rejected[at]).map((each) => rejection(run, "AC04", transfer(each))),
    junk: [
      next([{ kind: "debit", amount: "5.00", day, reference: `FEE ${run}` }]),
      next(
        singles.map((each) => ({
          ...each,
          amount: "1.23",
          transfers: each.transfers?.map((one) => ({ ...one, amount: "1.23" })) ?? [],
        })),
      ),
    ],
  };
}

/** Every payout with the number of its entries in the ledger by step. */
async function expectWhole(): Promise<void> {
  const { db } = stack.platform;
  const unbalanced = await db.execute(sql`
    SELECT entry_id FROM ledger_lines GROUP BY entry_id, currency HAVING sum(amount_micros) <> 0`);
  expect(unbalanced.rows).toEqual([]);
  const steps = await db.execute<{ id: string; state: string; steps: string[] }>(sql`
    SELECT o.id, o.state, array_agg(split_part(e.key, ':', 3) ORDER BY e.id) AS steps FROM publisher_payouts o
    JOIN ledger_entries e ON e.key LIKE 'payout:' || o.id || ':%' GROUP BY 1, 2`);
  const allowed: Record<string, string[]> = {
    in_payment: ["ordered"],
    executed: ["ordered", "executed"],
    returned: ["ordered", "executed", "returned"],
    rejected: ["ordered", "withdrawn"],
    canceled: ["ordered", "withdrawn"],
  };
  for (const row of steps.rows) expect(row.steps).toEqual(allowed[row.state]);
  for (const [name, pairs] of Object.entries(payoutPairs(new Date("2026-01-01T00:00:00Z")))) {
    const differing = await db.execute(sql`SELECT * FROM (${pairs}) p WHERE "left" <> "right"`);
    expect({ name, differing: differing.rows }).toEqual({ name, differing: [] });
  }
}

test("whatever the bank sends, in which order, twice and at once: the books balance and each payout ends once", async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31 - 1));
  console.log(`payouts property test: seed ${seed}`);
  const ended = new Map<string, number>();
  const property = fc.asyncProperty(bank, async (plan) => {
    for (const { id } of publishers) await accountant.post(`/publishers/${id}/payouts/release`);
    const payment = await payDue(stack, accountant);
    if (payment.payouts.length === 0) return;
    const sent = filesOf(payment, plan);
    const steps = plan.order.flatMap((what): (() => Promise<unknown>)[] => {
      if (what !== "hand") return sent[what].map((content) => () => upload(accountant, content));
      const close = () => accountant.post(`/publisher-payments/${payment.id}/close`, { state: plan.handled });
      return plan.handled === "nothing" ? [] : [close];
    });
    if (plan.atOnce) await Promise.all(steps.map((step) => step()));
    else for (const step of steps) await step();
    await expectWhole();
    // The next run pays again what is owed, so what is left is closed first.
    await accountant.post(`/publisher-payments/${payment.id}/close`, { state: "canceled" });
    await expectWhole();
    const { rows } = await stack.platform.db.execute<{ state: string; count: number }>(sql`
      SELECT state, count(*)::int AS count FROM publisher_payouts WHERE payment_id = ${payment.id} GROUP BY 1`);
    for (const { state, count } of rows) ended.set(state, (ended.get(state) ?? 0) + count);
    await reopen();
  });
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  console.log("payouts property test:", Object.fromEntries(ended));
  expect(ended.size).toBeGreaterThan(1);
}, 600_000);

/** The bank sends everything that was paid back, so that the next run has something to pay. */
async function reopen(): Promise<void> {
  const { data } = (await accountant.get("/publisher-payouts?state=executed&per_page=100")).body;
  const returns = data.map(
    (each: { id: number; amount: number; end_to_end_id: string }): TestBooking => ({
      ...{
        kind: "credit",
        amount: each.amount.toFixed(2),
        day: "2026-02-06",
        reference: `END ${each.id}`,
        isReversal: true,
      },
      transfers: [{ amount: each.amount.toFixed(2), endToEndId: each.end_to_end_id, returnCode: "AC06" }],
    }),
  );
  files += 1;
  if (returns.length > 0) await upload(accountant, bankFile(returns, { id: `${files}` }));
  await expectWhole();
}
