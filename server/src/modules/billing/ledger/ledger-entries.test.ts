import type { Actor } from "@litfass/platform/command/actor";
import type { CommandContext } from "@litfass/platform/command/command";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { bookMediaInvoice } from "./book-media-invoice.ts";
import { campaignSpend } from "./campaign-spend.ts";
import { availableMicrosOf, changeReservation } from "./change-reservation.ts";
import {
  bookService,
  creditDiscount,
  creditGuarantee,
  creditManually,
  creditOrder,
  creditPackage,
  creditPlan,
  creditPromotion,
  creditSubsidy,
  topUpByCard,
} from "./credit.ts";
import { noteGuaranteeReview, unreviewedCampaigns } from "./guarantee-review-sql.ts";
import { InsufficientFunds } from "./ledger.ts";
import { entryOfKey, hasAccount, hasReservedBudget, postedAmount, spentOnCampaigns, sumsOf } from "./ledger-sql.ts";
import { hasMoneyInUse } from "./money-in-use-sql.ts";
import { accrueMediaCost, consumeSpend } from "./open-spend-sql.ts";
import { outstandingOf } from "./outstanding-sql.ts";
import { releaseReservation } from "./release-reservation.ts";
import { reserveBudget } from "./reserve-budget.ts";
import { noteSpendLoss } from "./spend-loss-sql.ts";

let stack: Stack;
const now = new Date("2026-03-02T09:00:00.000Z");
beforeAll(async () => {
  stack = await startStack({ now });
});
afterAll(() => stack.close());

const inTx = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => stack.platform.db.transaction(work);
const chf = (units: number): bigint => BigInt(Math.round(units * 1_000_000));
const currency = "CHF" as const;
const author = { description: "Why", details: { note: 1 }, actorUid: "anna", at: now };

/** An entry with its lines as `account amount`. */
async function entryOf(key: string) {
  const { rows } = await stack.platform.db.execute<Record<string, unknown>>(sql`
    select e.kind, e.fund, e.description, e.details, e.actor_uid, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD') as day,
      (select array_agg(concat_ws(' ', a.kind, a.owner_uid, a.campaign_id, a.exchange, a.currency, l.amount_micros)
        order by a.kind) from ledger_lines l join ledger_accounts a on a.id = l.account_id where l.entry_id = e.id) as lines
    from ledger_entries e where e.key = ${key}`);
  return rows[0];
}
const byAnna = { description: "Why", details: { note: 1 }, actor_uid: "anna", day: "2026-03-02" };

test.each([
  [topUpByCard, "card_top_up", "card_clearing", "stripe"],
  [creditPackage, "package", "card_clearing", "stripe"],
  [creditOrder, "order", "bank", "manual"],
] as const)("$1 books the budget, its VAT and the money that came in", async (credit, kind, from, fund) => {
  const paid = {
    ownerUid: "payer",
    currency,
    amountMicros: chf(100),
    vatMicros: chf(8.1),
    key: `key:${kind}`,
    ...author,
  };
  expect((await inTx((tx) => credit(tx, paid))).posted).toBe(true);
  const lines = ["available payer CHF 100000000", `${from} CHF -108100000`, "vat CHF 8100000"];
  expect(await entryOf(`key:${kind}`)).toEqual({ kind, fund, ...byAnna, lines: lines.sort() });
});

test("a service is the operator's revenue, and names its customer", async () => {
  const paid = { ownerUid: "client", currency, amountMicros: chf(100), vatMicros: chf(8.1), key: "service", ...author };
  await inTx((tx) => bookService(tx, paid));
  expect(await entryOf("service")).toEqual({
    ...{ kind: "service", fund: null, ...byAnna, details: { note: 1, customer: "client" } },
    lines: ["bank CHF -108100000", "services CHF 100000000", "vat CHF 8100000"],
  });
});

test.each([
  [creditManually, "manual", "manual_credit"],
  [creditSubsidy, "subsidy", "subsidy"],
  [creditPlan, "plan", "plan_credit"],
  [creditGuarantee, "guarantee", "guarantee"],
  [creditDiscount, "discount", "discount"],
  [creditPromotion, "promotion", "promotion"],
] as const)("$1 grants budget at the cost of an account of its own", async (credit, kind, from) => {
  const granted = { ownerUid: "granted", currency, amountMicros: chf(50), key: `key:${kind}`, ...author };
  await inTx((tx) => credit(tx, granted));
  const lines = ["available granted CHF 50000000", `${from} CHF -50000000`];
  expect(await entryOf(`key:${kind}`)).toEqual({ kind, fund: "manual", ...byAnna, lines });
});

test("a reservation grows and shrinks by whole entries, never beyond what is there", async () => {
  const ownerUid = "changer";
  const change = (units: number, key: string) =>
    inTx((tx) =>
      changeReservation(tx, {
        campaignId: 31,
        ownerUid,
        currency,
        byMicros: chf(units),
        key,
        description: "Spring",
        at: now,
      }),
    );
  await inTx((tx) => creditManually(tx, { ownerUid, currency, amountMicros: chf(10), key: "c:0" }));
  await change(6, "c:1");
  await change(-2, "c:2");
  await change(0, "c:3");
  const about = { fund: null, description: "Spring", details: { campaign: 31 }, actor_uid: null, day: "2026-03-02" };
  expect(await entryOf("c:1")).toEqual({
    ...{ kind: "reservation", ...about, lines: ["available changer CHF -6000000", "reserved changer 31 CHF 6000000"] },
  });
  expect(await entryOf("c:2")).toEqual({
    ...{ kind: "release", ...about, lines: ["available changer CHF 2000000", "reserved changer 31 CHF -2000000"] },
  });
  expect(await entryOf("c:3")).toBeUndefined();
  expect(await availableMicrosOf(stack.platform.db, ownerUid, currency)).toBe(chf(6));
  await expect(change(-4.000001, "c:4")).rejects.toBeInstanceOf(InsufficientFunds);
  await expect(change(6.000001, "c:5")).rejects.toMatchObject({
    details: { errors: { total_budget: ["balance.insufficient"] } },
  });
  for (const amountMicros of [0n, -1n]) {
    const refused = inTx((tx) => reserveBudget(tx, { campaignId: 31, ownerUid, currency, amountMicros, key: "c:6" }));
    await expect(refused).rejects.toMatchObject({ details: { errors: { total_budget: ["amount.positive"] } } });
  }
});

test("spend and release name their campaign, its day and its name; a started half Rappen becomes revenue", async () => {
  const ownerUid = "runner";
  await inTx((tx) => creditManually(tx, { ownerUid, currency, amountMicros: chf(10), key: "r:0" }));
  await inTx((tx) =>
    reserveBudget(tx, {
      campaignId: 32,
      ownerUid,
      currency,
      amountMicros: chf(10),
      key: "r:1",
      description: "Autumn",
      at: now,
    }),
  );
  const consume = async (amountMicros: bigint) =>
    (await inTx((tx) => consumeSpend(tx, [{ campaignId: 32, amountMicros }], now))).get(32);
  expect(await consume(0n)).toBeUndefined();
  expect(await consume(-1n)).toBeUndefined();
  expect(await consume(3_005_000n)).toBe(3_005_000n);
  // A release books what is open first, of an hour that has not ended too.
  const hour = "spend:32:hour:2026-03-02T09";
  expect(await entryOf(hour)).toBeUndefined();
  const about = { fund: null, details: { campaign: 32 }, actor_uid: null, day: "2026-03-02" };
  expect(await inTx((tx) => releaseReservation(tx, { campaignId: 999, key: "r:3" }))).toBe(0n);
  expect(await inTx((tx) => releaseReservation(tx, { campaignId: 32, key: "r:3", at: now }))).toBe(6_990_000n);
  expect(await entryOf(hour)).toEqual({
    ...{ kind: "spend", ...about, description: "", lines: ["reserved runner 32 CHF -3005000", "revenue CHF 3005000"] },
  });
  expect(await postedAmount(stack.platform.db, hour, "revenue")).toBe(3_005_000n);
  expect(await postedAmount(stack.platform.db, "r:unknown", "revenue")).toBe(null);
  const lines = ["available runner CHF 6990000", "reserved runner 32 CHF -6995000", "revenue CHF 5000"];
  expect(await entryOf("r:3")).toEqual({ kind: "release", ...about, description: "Autumn", lines });
  await inTx((tx) => reserveBudget(tx, { campaignId: 33, ownerUid, currency, amountMicros: chf(1), key: "r:4" }));
  await inTx((tx) => releaseReservation(tx, { campaignId: 33, key: "r:5", description: "Stopped" }));
  expect(await entryOf("r:5")).toMatchObject({ description: "Stopped" });
  expect(await spentOnCampaigns(stack.platform.db, [])).toEqual(new Map());
});

test("media is owed to the exchange, and payable once its invoice is accepted", async () => {
  const cost = { exchange: "adx", currency, impressions: 7 };
  const accrue = (amountMicros: bigint, at: Date) => inTx((tx) => accrueMediaCost(tx, [{ ...cost, amountMicros }], at));
  const lastHour = new Date(now.getTime() - 1);
  await accrue(0n, lastHour);
  await accrue(1n, lastHour);
  await accrue(2n, now);
  const hour = "media:adx:CHF:hour:2026-03-02T08";
  expect(await entryOf(hour)).toBeUndefined();
  const actor: Actor = { kind: "job", name: "billing.invoices" };
  const book = (postings: Parameters<typeof bookMediaInvoice>[1]["postings"], approval: CommandContext["approval"]) =>
    inTx((tx) =>
      bookMediaInvoice({ tx, actor, approval, clock: stack.clock } as unknown as CommandContext, {
        ...{ exchange: "adx", invoice: 5, postings },
      }),
    );
  await book([{ currency, accruedMicros: 0n, payableMicros: 0n }], null);
  expect(await entryOf("media-invoice:5")).toBeUndefined();
  await book(
    [
      { currency, accruedMicros: 100n, payableMicros: 90n },
      { currency: "EUR", accruedMicros: 50n, payableMicros: 50n },
    ],
    null,
  );
  // Hours that have ended are booked first; the present one goes on.
  expect(await entryOf(hour)).toMatchObject({
    ...{ kind: "media_cost", details: { exchange: "adx", impressions: 7 }, day: "2026-03-02" },
    lines: ["media_cost CHF -1", "media_payable adx CHF 1"],
  });
  expect(await entryOf("media:adx:CHF:hour:2026-03-02T09")).toBeUndefined();
  expect(await entryOf("media-invoice:5")).toMatchObject({
    ...{ kind: "media_invoice", details: { exchange: "adx", exchange_invoice: 5, job: "billing.invoices" } },
    lines: expect.arrayContaining([
      ...["media_cost CHF 10", "media_invoiced adx CHF 90", "media_payable adx CHF -100"],
      ...["media_invoiced adx EUR 50", "media_payable adx EUR -50"],
    ]),
  });
  await book([{ currency, accruedMicros: 1n, payableMicros: 2n }], { id: 8, requestedBy: "rita" });
  expect(await entryOf("approval:8")).toMatchObject({ details: { requestedBy: "rita", approval: 8 } });
});

test("an owner's accounts and open money are found, others' are not", async () => {
  const { db } = stack.platform;
  const ownerUid = "holder";
  const inUse = (at = now) => hasMoneyInUse(db, ownerUid, currency, at);
  const known = async () => [await hasAccount(db, ownerUid), await hasReservedBudget(db, ownerUid), await inUse()];
  expect(await known()).toEqual([false, false, false]);
  const { entryId } = await inTx((tx) =>
    creditManually(tx, { ownerUid, currency, amountMicros: 1_019_999n, key: "h:0" }),
  );
  expect([await entryOfKey(db, "h:0"), await entryOfKey(db, "h:1")]).toEqual([entryId, null]);
  expect(await known()).toEqual([true, false, true]);
  expect(await hasMoneyInUse(db, ownerUid, "EUR", now)).toBe(false);
  expect(await outstandingOf(db, ownerUid)).toEqual({
    ...{ balances: [{ currency, amount: 101, amount_formatted: "1.01" }], openOrders: 0 },
  });
  await inTx((tx) => reserveBudget(tx, { campaignId: 34, ownerUid, currency, amountMicros: 1_010_000n, key: "h:2" }));
  expect(await known()).toEqual([true, true, true]);
  // Less than a Rappen is not outstanding.
  expect((await outstandingOf(db, ownerUid)).balances).toEqual([]);
  await db.execute(sql`insert into manual_invoices (owner_uid, description, amount_micros, currency, status, created_by,
    created_at, updated_at) select ${ownerUid}, '', 1, 'CHF', status, 'anna', now(), now()
    from unnest(array['new', 'approved', 'paid', 'rejected']) as status`);
  expect((await outstandingOf(db, ownerUid)).openOrders).toBe(2);
  expect(await sumsOf(db, ownerUid, currency)).toEqual({
    ...{ stripeMicros: 0n, manualMicros: 1_019_999n, reservedMicros: 1_010_000n, reservedMinor: 101 },
    availableMicros: 9_999n,
  });
});

test("a loss is recorded once per batch and campaign", async () => {
  const loss = (batch: string, campaignId: number, beyondBudgetMicros: bigint, beyondReservationMicros: bigint) =>
    inTx((tx) => noteSpendLoss(tx, { batch, campaignId, beyondBudgetMicros, beyondReservationMicros, at: now }));
  await loss("a", 41, 5n, 1n);
  await loss("a", 41, 9n, 9n);
  await loss("b", 41, 2n, 0n);
  await loss("b", 42, 0n, 7n);
  const { rows } = await stack.platform.db.execute(sql`
    select batch, campaign_id::int as campaign, beyond_budget_micros::int as budget, beyond_reservation_micros::int as reservation
    from spend_losses order by batch, campaign_id`);
  expect(rows).toEqual([
    { batch: "a", campaign: 41, budget: 5, reservation: 1 },
    { batch: "b", campaign: 41, budget: 2, reservation: 0 },
    { batch: "b", campaign: 42, budget: 0, reservation: 7 },
  ]);
});

test("a campaign's guarantee is checked once", async () => {
  const counted = { impressions: 3, measuredImpressions: 2, viewableImpressions: 1 };
  const note = () => inTx((tx) => noteGuaranteeReview(tx, 51, counted, 4n, now));
  expect(await unreviewedCampaigns(stack.platform.db, [50, 51])).toEqual([50, 51]);
  expect([await note(), await note()]).toEqual([true, false]);
  expect(await unreviewedCampaigns(stack.platform.db, [50, 51])).toEqual([50]);
});

test("the money of a period: per campaign what was set aside, spent, returned and is still reserved", async () => {
  const ownerUid = "reader";
  const at = (day: string) => new Date(`2026-${day}T12:00:00Z`);
  const reserve = (campaignId: number, units: number, day: string) =>
    inTx((tx) =>
      reserveBudget(tx, {
        ...{ campaignId, ownerUid, currency, amountMicros: chf(units), key: `p:${campaignId}` },
        ...{ description: `Campaign ${campaignId}`, at: at(day) },
      }),
    );
  const spend = (campaignId: number, units: number, day: string) =>
    inTx((tx) => consumeSpend(tx, [{ campaignId, amountMicros: chf(units) }], at(day)));
  await inTx((tx) => creditManually(tx, { ownerUid, currency, amountMicros: chf(100), key: "p:0", at: at("01-01") }));
  await reserve(61, 10, "01-05");
  await reserve(62, 20, "02-05");
  await reserve(63, 5, "02-06");
  await reserve(64, 5, "02-07");
  await reserve(65, 5, "03-01");
  await reserve(66, 0.01, "04-02");
  await spend(61, 4, "01-20");
  await spend(61, 3, "02-20");
  await spend(62, 8, "02-21");
  await inTx((tx) => releaseReservation(tx, { campaignId: 61, key: "p:release", at: at("02-25") }));
  const row = (campaign_id: number, set_aside: number, spent: number, returned: number, reserved: number) => ({
    ...{ campaign_id, name: `Campaign ${campaign_id}`, set_aside, spent, returned, reserved },
  });
  const period = (from: string, to: string) =>
    campaignSpend(stack.platform.db, { ownerUid, currency }, { from: `2026-${from}`, to: `2026-${to}` });
  expect(await period("02-01", "02-28")).toEqual({
    ...{ currency, set_aside: 3_000, spent: 1_100, returned: 300, reserved: 2_200 },
    data: [
      ...[row(62, 2_000, 800, 0, 1_200), row(61, 0, 300, 300, 0)],
      ...[row(64, 500, 0, 0, 500), row(63, 500, 0, 0, 500)],
    ],
  });
  expect((await period("01-01", "01-31")).data).toEqual([row(61, 1_000, 400, 0, 600)]);
  expect((await period("05-01", "05-31")).data[0]).toEqual(row(66, 0, 0, 0, 1));
});
