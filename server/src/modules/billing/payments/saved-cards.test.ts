import { userActor } from "@litfass/platform/command/actor";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { findUser } from "../../users/index.ts";
import { billingExecutor } from "../commands.ts";
import { topUpByCard } from "../ledger/credit.ts";
import { payRefundByBank } from "../transactions/pay-refund-by-bank.ts";
import { listRefusedRefunds } from "../transactions/refused-refund-sql.ts";
import { markPaymentCancelled } from "./cancel-payment.ts";
import { type CardProcessor, CardRefused, type CardWork } from "./card-processor.ts";
import { sendCardRefund } from "./card-refund.ts";
import type { SavedCard } from "./card-wallet.ts";
import { insertPayment } from "./payment-sql.ts";
import { findCardRefund, insertCardRefund, noteFailedRefund } from "./reconcile-sql.ts";
import {
  addCard,
  cardCustomerOf,
  chooseDefaultCard,
  forgetCards,
  listSavedCards,
  removeSavedCard,
} from "./saved-cards.ts";

let stack: Stack;
let work: CardWork;
let uid: string;
/** The processor's cards by customer, and what it was asked. */
let wallet: Map<string, SavedCard[]>;
let asked: unknown[];
let refund: () => Promise<{ id: string }>;
let made: string | null;
let customers = 0;
const now = new Date("2026-03-02T09:00:00.000Z");

const cards = {
  wallet: {
    async createCustomer(user: object) {
      asked.push(["customer", user]);
      customers += 1;
      return `cus_${customers}`;
    },
    list: async (customer: string) => wallet.get(customer) ?? [],
    async keep(keeping: object) {
      asked.push(["keep", keeping]);
      return "https://cards.test/keep";
    },
    async remove(id: string) {
      asked.push(["remove", id]);
      for (const [customer, each] of wallet)
        wallet.set(
          customer,
          each.filter((card) => card.id !== id),
        );
    },
  },
  async refund(input: object) {
    asked.push(["refund", input]);
    return refund();
  },
  records: {
    async findRefund(reference: string, id: string) {
      asked.push(["find", reference, id]);
      return made;
    },
  },
} as unknown as CardProcessor;

beforeAll(async () => {
  stack = await startStack({ now });
  work = { platform: stack.platform, cards, execute: billingExecutor(stack.platform) as CardWork["execute"] };
});
beforeEach(async () => {
  wallet = new Map();
  asked = [];
  made = null;
  uid = (await stack.signIn("customer")).uid ?? "";
});
afterAll(() => stack.close());

const inTx = <T>(run: (tx: Transaction) => Promise<T>): Promise<T> => stack.platform.db.transaction(run);
const actor = () => userActor({ uid, role: "customer", reach: "own", lang: "de" });
const userOf = async () => (await findUser(stack.platform.db, uid))!;
const card = (id: string): SavedCard => ({ id, brand: "visa", last4: "4242", expMonth: 2, expYear: 2031 });
const listed = async () =>
  (await listSavedCards(stack.platform.db, cards, uid)).map(({ id, is_default }) => [id, is_default]);
const audited = async (type: string, id: string) => {
  const { rows } = await stack.platform.db.execute(
    sql`select command, changes, details from audit_entries where subject_type = ${type} and subject_id = ${id} order by id`,
  );
  return rows;
};
/** A customer at the processor with these cards. */
async function withCards(...ids: string[]): Promise<string> {
  const customer = await cardCustomerOf(work, actor(), await userOf());
  wallet.set(customer, ids.map(card));
  asked = [];
  return customer;
}

test("a customer is created once at the processor, with the name of the company or the person", async () => {
  const first = await cardCustomerOf(work, actor(), await userOf());
  expect(await cardCustomerOf(work, actor(), await userOf())).toBe(first);
  const person = { uid, email: `${uid.toLowerCase()}@test.example`, name: "Test Person" };
  expect(asked).toEqual([["customer", person]]);
  expect(await audited("card_customer", first)).toMatchObject([{ command: "billing.keep_card_customer" }]);
  uid = (await stack.signIn("customer")).uid ?? "";
  await cardCustomerOf(work, actor(), { ...(await userOf()), companyName: "Shop Ltd" });
  expect(asked[1]).toMatchObject(["customer", { uid, name: "Shop Ltd" }]);
});

test("the page that saves a card is of the caller's customer, language and currency", async () => {
  expect(await addCard(work, actor())).toBe("https://cards.test/keep");
  const { publicUrl } = stack.platform.config;
  expect(asked[1]).toEqual([
    "keep",
    {
      ...{ customer: `cus_${customers}`, currency: "CHF", language: "de" },
      ...{ successUrl: `${publicUrl}/invoices?card=saved`, cancelUrl: `${publicUrl}/invoices?card=left` },
    },
  ]);
  await expect(addCard(work, { ...actor(), uid: "nobody" } as never)).rejects.toMatchObject({ status: 404 });
});

test("the default card comes first: the chosen one, else the newest; none without a customer or a processor", async () => {
  expect(await listed()).toEqual([]);
  const customer = await withCards("a", "b", "c");
  expect(await listSavedCards(stack.platform.db, null, uid)).toEqual([]);
  expect(await listed()).toEqual([
    ["a", true],
    ["b", false],
    ["c", false],
  ]);
  const chosen = await chooseDefaultCard(work, actor(), "c");
  expect(chosen[0]).toEqual({ id: "c", brand: "visa", last4: "4242", exp_month: 2, exp_year: 2031, is_default: true });
  expect(await listed()).toEqual([
    ["c", true],
    ["a", false],
    ["b", false],
  ]);
  await chooseDefaultCard(work, actor(), "c");
  expect((await audited("card_customer", customer)).slice(1)).toEqual([
    {
      ...{ command: "billing.set_default_card", details: expect.anything() },
      changes: [{ field: "default_card", before: null, after: "c" }],
    },
  ]);
  wallet.set(customer, [card("a"), card("b")]);
  expect(await listed()).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("a removed card is removed at the processor, and is the default no more; others' cards are not found", async () => {
  await withCards("a", "b");
  await chooseDefaultCard(work, actor(), "b");
  await removeSavedCard(work, actor(), "a");
  expect([asked, await listed()]).toEqual([[["remove", "a"]], [["b", true]]]);
  wallet.set([...wallet.keys()][0] ?? "", [card("c"), card("b")]);
  await removeSavedCard(work, actor(), "b");
  expect(await listed()).toEqual([["c", true]]);
  const { rows } = await stack.platform.db.execute(
    sql`select default_method from card_customers where owner_uid = ${uid}`,
  );
  expect(rows).toEqual([{ default_method: null }]);
  for (const id of ["b", "foreign"]) {
    await expect(removeSavedCard(work, actor(), id)).rejects.toMatchObject({ status: 404 });
    await expect(chooseDefaultCard(work, actor(), id)).rejects.toMatchObject({ status: 404 });
  }
  expect(asked).toHaveLength(2);
});

test("a closed account's cards are all removed", async () => {
  await withCards("a", "b");
  await chooseDefaultCard(work, actor(), "b");
  await forgetCards(work, uid);
  expect(asked).toEqual([
    ["remove", "b"],
    ["remove", "a"],
  ]);
  expect(await listed()).toEqual([]);
  await forgetCards(work, "nobody");
});

/** A refund of 5.00 that the books have and the processor does not know yet. */
async function askedRefund(): Promise<string> {
  const { random } = stack.platform;
  const [id, payment] = [random.id(), random.id()];
  const paid = { ownerUid: uid, currency: "CHF", amountMicros: 5_000_000n, vatMicros: 0n } as const;
  await inTx(async (tx) => {
    const { entryId } = await topUpByCard(tx, { ...paid, key: `paid:${id}` });
    const booked = { status: "succeeded", entryId, invoiceNumber: null, settledAt: now, createdAt: now } as const;
    await insertPayment(tx, { ...paid, ...booked, id: payment, kind: "card", reference: "pi_1" });
    await insertCardRefund(tx, {
      ...{
        id,
        paymentId: payment,
        entryId,
        amountMinor: 500n,
        currency: "CHF",
        state: "asked",
        askedAt: stack.clock.now(),
      },
    });
  });
  return id;
}
const stateOf = (id: string) => findCardRefund(stack.platform.db, id);

test("a booked refund is sent once, and the processor's answer recorded", async () => {
  refund = async () => ({ id: "re_1" });
  const id = await askedRefund();
  expect(await sendCardRefund(work, id)).toBe("done");
  expect(asked).toEqual([["refund", { id, reference: "pi_1", amountMinor: 500 }]]);
  expect(await stateOf(id)).toMatchObject({ state: "done", processorId: "re_1", failure: null });
  expect(await sendCardRefund(work, id)).toBe("done");
  expect(await sendCardRefund(work, stack.platform.random.id())).toBe("refused");
  expect(asked).toHaveLength(1);
  expect(await audited("card_refund", id)).toMatchObject([
    { changes: [{ field: "state", before: "requested", after: "done" }], details: {} },
  ]);
});

test("a refund that is refused is looked for first, and the reason is stored up to 500 characters", async () => {
  refund = async () => {
    throw new CardRefused("x".repeat(600));
  };
  const refused = await askedRefund();
  expect(await sendCardRefund(work, refused)).toBe("refused");
  expect(asked.at(-1)).toEqual(["find", "pi_1", refused]);
  expect(await stateOf(refused)).toMatchObject({ state: "refused", failure: "x".repeat(500) });
  expect((await audited("card_refund", refused))[0]).toMatchObject({ details: { description: "x".repeat(500) } });
  made = "re_made";
  const known = await askedRefund();
  expect(await sendCardRefund(work, known)).toBe("done");
  expect(await stateOf(known)).toMatchObject({ state: "done", processorId: "re_made" });
  refund = async () => {
    throw new TypeError("no answer");
  };
  const open = await askedRefund();
  await expect(sendCardRefund(work, open)).rejects.toThrow("no answer");
  expect(await stateOf(open)).toMatchObject({ state: "asked" });
});

test("after twelve hours the processor is asked for the refund before it is sent again", async () => {
  refund = async () => ({ id: "re_2" });
  const id = await askedRefund();
  stack.clock.advance(12 * 3_600_000);
  made = "re_before";
  const old = await askedRefund();
  stack.clock.advance(1);
  expect(await sendCardRefund(work, id)).toBe("done");
  expect(asked).toEqual([["find", "pi_1", id]]);
  expect(await stateOf(id)).toMatchObject({ processorId: "re_before" });
  expect(await sendCardRefund(work, old)).toBe("done");
  expect(asked.at(-1)).toMatchObject(["refund", { id: old }]);
});

test("a rejected refund is paid by bank once, out of the card account; nothing else can be", async () => {
  const id = await askedRefund();
  const admin = userActor({ uid: "an-accountant", role: "accountant", reach: "all", lang: "en" });
  const pay = (refundId: string) =>
    work.execute(payRefundByBank as never, { actor: admin, input: { id: refundId } as never, lang: "en" });
  await expect(pay(id)).rejects.toMatchObject({
    status: 409,
    details: { code: "refund_not_refused", message: "refund.not_refused" },
  });
  await expect(pay(stack.platform.random.id())).rejects.toMatchObject({ status: 404 });
  expect(await inTx((tx) => noteFailedRefund(tx, { id: "re_9", refundId: null, reason: "lost" }, now))).toBe(false);
  expect(await inTx((tx) => noteFailedRefund(tx, { id: "re_9", refundId: id, reason: "lost" }, now))).toBe(true);
  const refused = async () =>
    (await listRefusedRefunds(stack.platform.db, { page: 1, per_page: 50 })).rows.map((row) => row.refund.id);
  expect(await refused()).toContain(id);
  for (let i = 0; i < 2; i++) await pay(id);
  expect(await refused()).not.toContain(id);
  expect(await stateOf(id)).toMatchObject({ state: "by_bank", bankEntryId: expect.any(BigInt) });
  const { rows } = await stack.platform.db.execute(sql`
    select e.kind, e.actor_uid, a.kind as account, l.amount_micros::int as amount from ledger_entries e
    join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where e.key = ${`refund-by-bank:${id}`} order by a.kind`);
  const entry = { kind: "refund_by_bank", actor_uid: "an-accountant" };
  expect(rows).toEqual([
    { ...entry, account: "bank", amount: 5_000_000 },
    { ...entry, account: "card_clearing", amount: -5_000_000 },
  ]);
  const paid = await stack.platform.db.execute(sql`
    select changes from audit_entries where subject_uid = ${uid} and action = 'refund_paid_by_bank'`);
  expect(paid.rows).toEqual([
    { changes: [{ field: "amount", before: null, after: { amount: 500, currency: "CHF" } }] },
  ]);
  const unknown = { id: "cs_unknown", paymentId: null, url: null, state: "expired", amountMinor: 0, currency: "CHF" };
  const checkout = { ...unknown, reference: null, failureCode: null };
  expect(
    await work.execute(markPaymentCancelled as never, { actor: admin, input: { checkout } as never, lang: "en" }),
  ).toMatchObject({
    output: null,
  });
});
