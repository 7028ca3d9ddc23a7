import type { PlanId } from "@litfass/contract/billing/billing";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { userActor } from "@litfass/platform/command/actor";
import type { Command } from "@litfass/platform/command/command";
import type { Platform } from "@litfass/platform/platform";
import type { Database } from "@litfass/platform/postgres/postgres";
import { desc, eq, sql } from "drizzle-orm";
import { currencyOf, findUser } from "../users/index.ts";
import { billingExecutor } from "./commands.ts";
import { dayOf } from "./invoices/invoice.ts";
import { orderPlan } from "./orders/order-by-invoice.ts";
import { changeOrderStatus, openOrder } from "./orders/order-commands.ts";
import { insertPayment } from "./payments/payment-sql.ts";
import { compareCardsSince } from "./payments/reconcile-sql.ts";
import { creditPayment } from "./payments/settle-payment.ts";
import { planFigures } from "./plans/plan.ts";
import type { BillingServices } from "./services.ts";
import { manualInvoices } from "./tables.ts";
import { makeTransaction } from "./transactions/make-transaction.ts";
import { setMaxBalance } from "./transactions/set-max-balance.ts";
import { vatOf, vatRateFor } from "./vat/vat.ts";

type DemoUids = { customer: string; advancedAdvertiser: string; sales: string; admin: string };

const dayMs = 86_400_000;

/** One event of the demo's past, told through the same verbs that a real one runs through. */
type Step = { daysAgo: number; run: (past: Platform) => Promise<unknown> };

/**
 * Gives the demo's advertisers a year of true ledger data: card payments, packages, credits, orders by invoice in each
 * state and their invoices. All or nothing; does nothing where the customer has money already.
 */
export async function seedDemoBilling(platform: Platform, uids: DemoUids): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const known = await tx.execute(sql`select 1 from ledger_accounts where owner_uid = ${uids.customer} limit 1`);
    if (known.rows.length > 0) return;
    const now = platform.clock.now().getTime();
    // The card processor's stand-in knows nothing of the demo's past.
    await compareCardsSince(tx, platform.clock.now());
    for (const step of stepsOf(uids).sort((a, b) => b.daysAgo - a.daysAgo)) {
      const at = new Date(now - step.daysAgo * dayMs);
      await step.run({
        ...platform,
        // Every verb's own transaction becomes a part of this one.
        db: tx as unknown as Database,
        clock: { now: () => at },
        // Invoices of the past were mailed in the past.
        jobs: { ...platform.jobs, send: async () => null },
      });
    }
  });
}

function stepsOf(uids: DemoUids): Step[] {
  const admin: Caller = { uid: uids.admin, role: "admin", reach: "all", lang: "en" };
  const sales: Caller = { uid: uids.sales, role: "sales", reach: "assigned", lang: "en" };
  const card = (daysAgo: number, uid: string, amountMinor: number): Step => ({
    daysAgo,
    run: (past) => payByCard(past, uid, microsOfMinor(amountMinor), null),
  });
  const packageByCard = (daysAgo: number, uid: string, plan: PlanId): Step => ({
    daysAgo,
    run: (past) => payByCard(past, uid, planFigures(plan).priceMicros, plan),
  });
  const give = (
    daysAgo: number,
    by: Caller,
    user: string,
    amount: number,
    description: string,
    kind: "manual" | "subsidy" = "manual",
  ): Step => ({
    daysAgo,
    run: (past) =>
      runAs(past, by, makeTransaction, {
        user,
        amount,
        kind,
        description,
        source: by.role === "sales" ? "own" : "house",
      }),
  });
  return [
    card(212, uids.customer, 100_000),
    packageByCard(181, uids.advancedAdvertiser, "standard"),
    card(154, uids.customer, 100_000),
    give(150, admin, uids.customer, 30_000, "Welcome credit"),
    { daysAgo: 121, run: (past) => orderAs(past, admin, uids.advancedAdvertiser, "starter", ["approved", "paid"]) },
    packageByCard(104, uids.customer, "starter"),
    { daysAgo: 92, run: (past) => orderAs(past, admin, uids.customer, "standard", ["rejected"]) },
    give(80, admin, uids.advancedAdvertiser, 25_000, "City of Zurich, bicycle weeks", "subsidy"),
    { daysAgo: 75, run: (past) => runAs(past, admin, setMaxBalance, { user: uids.sales, maxBalance: 500_000 }) },
    give(74, admin, uids.sales, 120_000, "Budget for first campaigns"),
    give(60, sales, uids.customer, 20_000, "For the autumn campaign"),
    card(47, uids.customer, 100_000),
    packageByCard(26, uids.advancedAdvertiser, "standard"),
    packageByCard(19, uids.customer, "starter"),
    {
      daysAgo: 9,
      run: (past) =>
        runAs(past, admin, openOrder, {
          user: uids.advancedAdvertiser,
          description: "Poster wall at the velodrome, September",
          amount: 180_000,
          note: "Asked for by phone",
        }),
    },
    { daysAgo: 4, run: (past) => orderPlan(past, uids.customer, "standard") },
  ];
}

async function payByCard(past: Platform, uid: string, amountMicros: bigint, plan: PlanId | null): Promise<void> {
  await past.db.transaction(async (tx) => {
    const owner = await findUser(tx, uid);
    if (!owner) throw new Error(`There is no demo user ${uid}`);
    const now = past.clock.now();
    const id = past.random.id();
    const payment = await insertPayment(tx, {
      id,
      ownerUid: uid,
      kind: plan ? "package" : "card",
      plan,
      currency: currencyOf(owner.countryCode),
      amountMicros,
      vatMicros: vatOf(amountMicros, vatRateFor(owner.countryCode, dayOf(now), past.config.vatRates)),
      status: "pending",
      createdAt: now,
    });
    await creditPayment(tx, past, payment, owner, `pi_demo_${id.slice(0, 8)}`);
  });
}

/** Orders a plan by invoice and lets staff move the order on. */
async function orderAs(
  past: Platform,
  staff: Caller,
  uid: string,
  plan: PlanId,
  states: ("approved" | "paid" | "rejected")[],
): Promise<void> {
  await orderPlan(past, uid, plan);
  const [order] = await past.db
    .select({ id: manualInvoices.id })
    .from(manualInvoices)
    .where(eq(manualInvoices.ownerUid, uid))
    .orderBy(desc(manualInvoices.id))
    .limit(1);
  if (!order) throw new Error(`${uid} ordered nothing`);
  for (const status of states) await runAs(past, staff, changeOrderStatus, { id: order.id, status });
}

/** Runs a command of the past. @throws where it would wait for a second person: nobody of the past decides any more. */
async function runAs<Input, Output>(
  past: Platform,
  caller: Caller,
  command: Command<Input, Output, BillingServices>,
  input: Input,
): Promise<Output> {
  const outcome = await billingExecutor(past)(command, { actor: userActor(caller), input, lang: caller.lang });
  if (outcome.status !== "done") throw new Error(`${command.name} waits for a second person`);
  return outcome.output;
}
