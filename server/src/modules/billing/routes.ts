import { endpoints } from "@litfass/contract/index";
import type { Execute } from "@litfass/platform/command/execute";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { currencyOf, findUser } from "../users/index.ts";
import { addBookRoutes } from "./books/books-routes.ts";
import { presentBudget } from "./budget.ts";
import { listInvoices, presentInvoice } from "./invoices/invoice-list-sql.ts";
import { mailInvoice, mailInvoiceJob } from "./invoices/mail-invoice.ts";
import { type GuaranteeMail, mailGuarantee, mailGuaranteeJob } from "./ledger/credit-shortfall.ts";
import { sumsOf } from "./ledger/ledger-sql.ts";
import { orderPlan } from "./orders/order-plan.ts";
import { addBillingPages } from "./pages.ts";
import type { CardProcessor } from "./payments/card-processor.ts";
import { addCardWebhook } from "./payments/card-webhook.ts";
import { addPaymentRoutes } from "./payments/payment-routes.ts";
import { reconcileCards, reconcilePayments } from "./payments/reconcile-cards.ts";
import { mailReminder, mailReminderJob, type ReminderMail } from "./plans/mail-reminder.ts";
import { presentPlans } from "./plans/plan-texts.ts";
import { remindSubscribers } from "./plans/remind-subscribers.ts";
import { addPriceRoutes } from "./prices/price-routes.ts";
import { pricesFor } from "./prices/quote.ts";
import { addPromotionRoutes } from "./promotions/promotion-routes.ts";
import type { ReconciliationSources } from "./reconciliation/run-reconciliation.ts";
import { addStaffRoutes } from "./staff-routes.ts";
import { addStatementRoutes } from "./statements/statement-routes.ts";
import { presentMovement } from "./transactions/transaction.ts";
import { listMovements } from "./transactions/transaction-sql.ts";

type BillingDependencies = {
  cards: CardProcessor | null;
  /** Data from other modules for the nightly reconciliation. */
  reconciliation: ReconciliationSources;
};

/** Mounts all of billing: API routes, server pages, the processor's webhook and the jobs. */
export function billingRoutes(app: FastifyInstance, platform: Platform, deps: BillingDependencies): void {
  const { cards, reconciliation: sources } = deps;
  const { execute } = app.services;
  addCustomerRoutes(app, platform);
  addPaymentRoutes(app, platform, cards);
  addStatementRoutes(app, platform);
  addStaffRoutes(app, platform);
  addPromotionRoutes(app, platform);
  addPriceRoutes(app, platform);
  addBookRoutes(app, { platform, cards, execute, sources });
  addBillingPages(app, platform, cards);
  addBillingJobs(platform, execute, cards);
  if (cards) addCardWebhook(app, { platform, cards, execute });
}

/** With the delay doubling from 5 s, the last attempt is about a day after the first. */
const mailRetries = 14;

function addBillingJobs(platform: Platform, execute: Execute<unknown>, cards: CardProcessor | null): void {
  platform.jobs.work<{ number: string }>(mailInvoiceJob, ({ number }) => mailInvoice(platform, number), {
    retries: mailRetries,
  });
  platform.jobs.work<GuaranteeMail>(mailGuaranteeJob, (mail) => mailGuarantee(platform, mail), {
    retries: mailRetries,
  });
  platform.jobs.work<ReminderMail>(mailReminderJob, (mail) => mailReminder(platform, mail), { retries: mailRetries });
  const remind = "billing.remind-subscribers";
  platform.jobs.work(remind, async () => {
    const sent = await remindSubscribers(platform, execute);
    if (sent > 0) platform.log.info({ sent }, "subscribers reminded");
  });
  platform.jobs.schedule(remind, "7 7 * * *");
  if (!cards) return;
  const reconcile = "billing.reconcile-payments";
  platform.jobs.work(reconcile, async () => {
    const settled = await reconcilePayments({ platform, cards, execute });
    if (settled > 0) platform.log.info({ settled }, "payments reconciled");
  });
  platform.jobs.schedule(reconcile, "*/3 * * * *");
  const everything = "billing.reconcile-cards";
  platform.jobs.work(everything, async () => {
    const { settled, ...seen } = await reconcileCards({ platform, cards, execute });
    if (settled > 0) platform.log.info({ settled, ...seen }, "books corrected by what the card processor says");
  });
  platform.jobs.schedule(everything, "11,31,51 * * * *");
}

function addCustomerRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;

  mount(app, endpoints.listInvoices, async ({ caller, query, lang }) => {
    const { rows, meta } = await listInvoices(db, { uid: caller.uid, reach: "own" }, query, lang);
    return { data: rows.map(({ invoice }) => presentInvoice(invoice, lang)), meta };
  });

  mount(app, endpoints.listPlans, async ({ caller, lang }) => {
    const user = await findUser(platform.db, caller.uid);
    if (!user) throw notFound();
    const { prices, buyer } = await pricesFor(platform.db, user, platform.clock.now());
    return presentPlans(lang, prices, buyer);
  });

  mount(app, endpoints.showBudget, async ({ caller }) => {
    const currency = currencyOf(await findUser(db, caller.uid));
    return presentBudget(await sumsOf(db, caller.uid, currency), currency);
  });

  mount(app, endpoints.listTransactions, async ({ caller, query, lang }) => {
    const { rows, meta } = await listMovements(db, [caller.uid], query);
    return { data: rows.map((row) => presentMovement(row, lang)), meta };
  });

  mountCommand(
    app,
    endpoints.sendInvoice,
    orderPlan,
    ({ body }) => ({ plan: body.planId, expected: body.expected_price }),
    { done: presentInvoice },
  );
}
