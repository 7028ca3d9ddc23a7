import type { PlanId } from "@litfass/contract/billing/billing";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { userActor } from "@litfass/platform/command/actor";
import { type Command, type CommandCall, command } from "@litfass/platform/command/command";
import type { Platform } from "@litfass/platform/platform";
import type { Database } from "@litfass/platform/postgres/postgres";
import type { BillingServices } from "./command-services.ts";
import { billingExecutor } from "./commands.ts";
import { hasAccount } from "./ledger/ledger-sql.ts";
import { changeOrderStatus, openOrder } from "./orders/order-commands.ts";
import { orderPlan } from "./orders/order-plan.ts";
import { lastOrderOf } from "./orders/order-sql.ts";
import { beginPayment, type Purchase } from "./payments/begin-payment.ts";
import type { Checkout } from "./payments/checkout.ts";
import { dueMicros } from "./payments/payment.ts";
import { findPayment } from "./payments/payment-sql.ts";
import { compareCardsSince } from "./payments/reconcile-sql.ts";
import { settlePayment } from "./payments/settle-payment.ts";
import { runCommand } from "./run-command.ts";
import { makeTransaction } from "./transactions/make-transaction.ts";
import { setMaxBalance } from "./transactions/set-max-balance.ts";

type DemoUids = { customer: string; advancedAdvertiser: string; sales: string; admin: string };

const dayMs = 86_400_000;

/** One event of the demo's history. */
type Step = { daysAgo: number; run: (past: Platform) => Promise<unknown> };

/** Replays the demo's history through the commands of real events. */
const seedDemo = (platform: Platform) =>
  command({
    name: "billing.seed_demo",
    errors: [],
    async run({ ctx, input: uids }: CommandCall<DemoUids>): Promise<void> {
      const { tx, audit } = ctx;
      if (await hasAccount(tx, uids.customer)) return audit.unchanged("the demo has its past already");
      const now = ctx.clock.now();
      // The sandbox's card processor has no records of the demo's history.
      await compareCardsSince(tx, now);
      await audit.record({ subject: { type: "demo", id: uids.customer } });
      for (const step of stepsOf(uids).sort((a, b) => b.daysAgo - a.daysAgo)) {
        const at = new Date(now.getTime() - step.daysAgo * dayMs);
        await step.run({
          ...platform,
          // Makes the transaction of every command part of this one.
          db: tx as unknown as Database,
          clock: { now: () => at },
          // Mails of past invoices are not sent.
          jobs: { ...platform.jobs, send: async () => null },
        });
      }
    },
  });

/**
 * Gives the demo's advertisers a year of consistent ledger data: card payments, plans, credits, invoice orders in
 * each state and their invoices. All or nothing; does nothing if the customer already has money.
 */
export const seedDemoBilling = (platform: Platform, uids: DemoUids): Promise<void> =>
  runCommand(billingExecutor(platform), seedDemo(platform), { kind: "operator" }, uids);

function stepsOf(uids: DemoUids): Step[] {
  const admin: Caller = { uid: uids.admin, role: "admin", reach: "all", lang: "en" };
  const sales: Caller = { uid: uids.sales, role: "sales", reach: "assigned", lang: "en" };
  const card = (daysAgo: number, uid: string, amountMinor: number): Step => ({
    daysAgo,
    run: (past) => payByCard(past, uid, { amountMinor }),
  });
  const packageByCard = (daysAgo: number, uid: string, plan: PlanId): Step => ({
    daysAgo,
    run: (past) => payByCard(past, uid, { plan }),
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
          note: "Requested by phone",
        }),
    },
    { daysAgo: 4, run: (past) => runAs(past, customerCaller(uids.customer), orderPlan, { plan: "standard" }) },
  ];
}

/** A customer of the demo as the caller of its own commands. */
const customerCaller = (uid: string): Caller => ({ uid, role: "customer", reach: "own", lang: "en" });

async function payByCard(past: Platform, uid: string, purchase: Purchase): Promise<void> {
  const { payment: id } = await runAs(past, customerCaller(uid), beginPayment, purchase);
  const payment = await findPayment(past.db, id);
  if (!payment) throw new Error(`${uid} pays nothing`);
  const short = id.slice(0, 8);
  const checkout: Checkout = {
    id: `cs_demo_${short}`,
    paymentId: id,
    url: null,
    state: "paid",
    amountMinor: minorOfMicros(dueMicros(payment)),
    currency: payment.currency,
    reference: `pi_demo_${short}`,
    failureCode: null,
  };
  await runAs(past, customerCaller(uid), settlePayment, { checkout });
}

/** Orders a plan by invoice and moves the order through its states as staff. */
async function orderAs(
  past: Platform,
  staff: Caller,
  uid: string,
  plan: PlanId,
  states: ("approved" | "paid" | "rejected")[],
): Promise<void> {
  await runAs(past, customerCaller(uid), orderPlan, { plan });
  const id = await lastOrderOf(past.db, uid);
  if (id === null) throw new Error(`${uid} ordered nothing`);
  for (const status of states) await runAs(past, staff, changeOrderStatus, { id, status });
}

/** Runs a command of the history. @throws if it needs an approval, which no one would give. */
const runAs = <Input, Output>(
  past: Platform,
  caller: Caller,
  command: Command<Input, Output, BillingServices>,
  input: Input,
): Promise<Output> => runCommand(billingExecutor(past), command, userActor(caller), input);
