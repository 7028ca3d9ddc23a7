import { setTimeout as wait } from "node:timers/promises";
import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { billingExecutor } from "../../server/src/modules/billing/commands.ts";
import { reconcileCards } from "../../server/src/modules/billing/payments/reconcile-cards.ts";
import { until } from "../support/installation.ts";
import { type Moment, moments } from "./card-gate.ts";
import { type CardInstallation, openCardInstallation, type Victim } from "./card-installation.ts";
import type { Order } from "./pay-until-killed.ts";

/** `npm run test:faults` runs 1,000. */
const runs = Number(process.env.FAULT_RUNS ?? 30);
const seed = Number(process.env.FAULT_SEED ?? 20_261_121);
const random = seededRandom(seed);
const customers = Array.from({ length: 8 }, (_, index) => `card-customer-${index}`);
const hourMs = 3_600_000;
const limitMs = 120_000 + runs * 4_000;

let installation: CardInstallation;
beforeAll(async () => {
  installation = await openCardInstallation(customers);
});
afterAll(() => installation?.close());

const pick = <T>(from: readonly T[]): T => from[Math.floor(random.number() * from.length)]!;
const rows = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>): Promise<T[]> =>
  (await installation.platformAt(0).db.execute(query)).rows as T[];

const tally: Record<string, number> = {};
const count = (what: string): void => {
  tally[what] = (tally[what] ?? 0) + 1;
};

type Pending = { id: string; checkout_id: string };
const openCheckouts = () =>
  rows<Pending>(sql`select id, checkout_id from payments where status = 'pending' and checkout_id is not null
    order by created_at desc limit 20`);

/** Enters the sandbox's good card, or a declined one, on the payment page. */
async function enterCard(checkout: string): Promise<void> {
  const number = random.number() < 0.85 ? "4242 4242 4242 4242" : "4000 0000 0000 0002";
  await fetch(`${installation.sandboxUrl}/checkout/${checkout}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email: "a@test.example", number, expiry: "12 / 40", cvc: "123", name: "Nora" }),
  });
}

/** The next order, as a customer or an admin would place it. Confirming includes paying on the processor's page. */
async function nextOrder(round: number): Promise<Order> {
  const chance = random.number();
  if (chance < 0.45) {
    const [payment] = await openCheckouts();
    if (payment) {
      if (random.number() < 0.8) await enterCard(payment.checkout_id);
      return { what: "confirm", payment: payment.id };
    }
  }
  if (chance < 0.7) {
    const paid = await rows<{ entry: string; left: number }>(sql`
      select p.entry_id::text as entry, ((p.amount_micros + coalesce((select sum(l.amount_micros) from ledger_entries r
        join ledger_lines l on l.entry_id = r.id join ledger_accounts a on a.id = l.account_id and a.kind = 'available'
        where r.reverses = p.entry_id), 0)) / 10000)::int as left
      from payments p where p.status = 'succeeded' order by p.settled_at desc limit 20`);
    const chosen = paid.filter(({ left }) => left > 0);
    if (chosen.length > 0) {
      const { entry, left } = pick(chosen);
      const amountMinor = random.number() < 0.4 ? left : Math.max(1, Math.floor(left * random.number()));
      return { what: "refund", entry, amountMinor, key: `refund-${round}` };
    }
  }
  const amountMinor = 500 + Math.floor(random.number() * 50_000);
  return { what: "begin", uid: pick(customers), amountMinor, key: `begin-${round}` };
}

/** Only payments cause webhooks; while waiting for one, nothing polls the payment's state. */
const momentsOf = (order: Order): readonly Moment[] =>
  order.what === "confirm" ? moments : moments.filter((moment) => moment !== "webhook");

/** Gives an order to a process that is killed around it, and usually again to the next one, like a retrying client. */
async function killAround(victim: Victim, order: Order, moment: Moment): Promise<void> {
  let killed = false;
  const kill = (): void => {
    killed = true;
    victim.kill();
  };
  // Often late enough that the order ends first, also on a slow machine: only then is there something to confirm or refund.
  const delayMs = random.number() < 0.4 ? 1_000 : Math.floor(random.number() * 30);
  installation.gate.arm(moment, delayMs, kill);
  const doing = moment === "webhook" ? until(() => killed, 1_500).catch(() => {}) : victim.order(order);
  await Promise.race([doing, wait(3_000)]);
  // The order finished before the kill: any moment after the response is valid, too.
  if (!killed && moment !== "before") await wait(random.number() * 20);
  count(killed ? `${order.what}, ${moment}` : `${order.what}, at the end`);
  if (!killed) victim.kill();
  await doing;
  installation.gate.arm(moment, 0, () => {});
}

test(
  `${runs} kills around a card call: no double charge, no money without an entry, one final state`,
  async () => {
    const began = Date.now();
    let again: Order | null = null;
    for (let round = 0; round < runs; round += 1) {
      const victim = await installation.nextVictim();
      const order: Order = again ?? (await nextOrder(round));
      await killAround(victim, order, pick(momentsOf(order)));
      again = again === null && order.what !== "confirm" && random.number() < 0.7 ? order : null;
    }
    installation.gate.arm("before", 0, () => {});
    await heal();
    await expectOneClearState();
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(`${runs} kills (seed ${seed}, ${seconds} s): ${JSON.stringify(tally)}`);
  },
  limitMs,
);

/** After the last restart: the checkouts expire, and the reconciler runs. */
async function heal(): Promise<void> {
  for (const { checkout_id } of await rows<Pending>(sql`select id, checkout_id from payments
    where status = 'pending' and checkout_id is not null`)) {
    await fetch(`${installation.sandboxUrl}/checkout/${checkout_id}/expire`, { method: "POST" });
  }
  const cards = installation.processor;
  for (const hours of [1, 30]) {
    const platform = installation.platformAt(hours * hourMs);
    await reconcileCards({ platform, cards, execute: billingExecutor(platform, cards) });
  }
}

async function expectOneClearState(): Promise<void> {
  const all = new Date(0);
  const charged = await installation.processor.records.payments(all);
  const { moved: refunded } = await installation.processor.records.refunds(all);
  const payments = await rows<{ id: string; status: string; reference: string; due: number; entries: number }>(sql`
    select p.id, p.status, p.reference, ((p.amount_micros + p.vat_micros) / 10000)::int as due,
      (select count(*)::int from ledger_entries e where e.key = 'payment:' || p.id) as entries from payments p`);
  expect(payments.filter(({ status }) => status === "pending")).toEqual([]);
  const paid = payments.filter(({ status }) => status !== "failed");
  const told = charged.map(({ id, paymentId, amountMinor }) => `${id} ${paymentId} ${amountMinor}`).sort();
  expect(paid.map(({ id, reference, due }) => `${reference} ${id} ${due}`).sort()).toEqual(told);
  expect(new Set(charged.map(({ paymentId }) => paymentId)).size).toBe(charged.length);
  expect(payments.filter(({ status, entries }) => entries !== (status === "failed" ? 0 : 1))).toEqual([]);

  const refunds = await rows<{ id: string; processor_id: string; state: string; amount: number; booked: number }>(sql`
    select r.id, r.processor_id, r.state, r.amount_minor::int as amount, (l.amount_micros / 10000)::int as booked
    from card_refunds r join ledger_lines l on l.entry_id = r.entry_id
    join ledger_accounts a on a.id = l.account_id and a.kind = 'card_clearing'`);
  expect(refunds.map(({ id, processor_id, amount }) => `${processor_id} ${id} ${amount}`).sort()).toEqual(
    refunded.map(({ id, refundId, amountMinor }) => `${id} ${refundId} ${amountMinor}`).sort(),
  );
  expect(refunds.filter(({ state, amount, booked }) => state !== "done" || amount !== booked)).toEqual([]);
  const orders = await rows(sql`select 1 from ledger_entries where kind = 'refund'`);
  expect(orders).toHaveLength(refunds.length);

  const sum = (list: { amountMinor: number }[]): number => list.reduce((total, each) => total + each.amountMinor, 0);
  const [books] = await rows<{ clearing: number; unbalanced: number; gaps: number; requests: number }>(sql`select
    (select coalesce(-sum(l.amount_micros), 0) / 10000 from ledger_lines l join ledger_accounts a on a.id = l.account_id
      and a.kind = 'card_clearing')::int as clearing,
    (select count(*)::int from (select 1 from ledger_lines group by entry_id having sum(amount_micros) <> 0) u) as unbalanced,
    (select coalesce(max(sequence) - count(*), 0)::int from invoices) as gaps,
    (select count(*)::int from payments where request_key is not null)
      - (select count(distinct request_key)::int from payments) as requests`);
  expect(books).toEqual({ clearing: sum(charged) - sum(refunded), unbalanced: 0, gaps: 0, requests: 0 });
  expect(await rows(sql`select count(*)::int as invoices from invoices`)).toEqual([
    { invoices: charged.length + refunded.length },
  ]);
  expect(charged.length).toBeGreaterThan(0);
  expect(refunded.length).toBeGreaterThan(0);
  console.log(
    `${payments.length} payments begun, ${charged.length} charged once each (${sum(charged) / 100}), ` +
      `${refunded.length} refunds once each (${sum(refunded) / 100})`,
  );
}
