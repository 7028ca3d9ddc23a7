import { endpoints } from "@litfass/contract/index";
import type { Language } from "@litfass/contract/kernel/language";
import { isAdmin } from "@litfass/contract/kernel/roles";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import { type Platform, queuedFor } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";
import type { FastifyInstance } from "fastify";
import { presentPending } from "./approvals/approval.ts";
import { exportInvoices } from "./invoices/export-invoices.ts";
import { invoiceFile, zipOf } from "./invoices/invoice-files.ts";
import { eachInvoice, findInvoicesWithinReach, listInvoices, presentInvoice } from "./invoices/invoice-list-sql.ts";
import { findUserWithinReach } from "./manager-sql.ts";
import { presentOrder } from "./orders/order.ts";
import { changeOrder, changeOrderStatus, deleteOrder, openOrder } from "./orders/order-commands.ts";
import { getListedOrder, type ListedOrder, listOrders } from "./orders/order-sql.ts";
import { presentPaymentListing } from "./payments/payment-listing.ts";
import { subscriptionOf } from "./plans/account-money.ts";
import { setSubscription } from "./plans/set-subscription.ts";
import { t } from "./texts.ts";
import { makeTransaction } from "./transactions/make-transaction.ts";
import { refundTransaction } from "./transactions/refund-transaction.ts";
import { setMaxBalance } from "./transactions/set-max-balance.ts";
import { presentMovement } from "./transactions/transaction.ts";

/** Mounts the calls of billing staff, admins and account managers. */
export function addStaffRoutes(app: FastifyInstance, platform: Platform): void {
  addInvoiceRoutes(app, platform);
  addOrderRoutes(app, platform);
  addMoneyRoutes(app, platform);
}

/** Invoices in one spreadsheet, as many as users in theirs. */
const maxExported = 100_000;

function addInvoiceRoutes(app: FastifyInstance, platform: Platform): void {
  mount(app, endpoints.listAllInvoices, async ({ caller, query, lang }) => {
    const { rows, meta } = await listInvoices(platform.db, caller, query, lang);
    const worksOnOrders = caller.reach === "all";
    const data = rows.map(({ invoice, userName, userEmail, order }) => ({
      ...presentInvoice(invoice, lang),
      user: invoice.ownerUid,
      user_name: userName,
      user_email: userEmail,
      order: order && worksOnOrders ? presentOrder(order, userName, lang) : null,
    }));
    return { data, meta };
  });

  mount(app, endpoints.exportInvoices, async ({ caller, query, lang }) => {
    const rows = eachInvoice(platform.db, caller, query, lang, maxExported);
    const filename = `${t(lang, "invoice_list.file")}.xlsx`;
    return {
      body: await exportInvoices(platform.workers.of(caller.uid), rows, lang),
      contentType: spreadsheetType,
      filename,
    };
  });

  mount(app, endpoints.downloadInvoices, async ({ caller, body }) => {
    const numbers = [...new Set(body.ids)];
    const found = await findInvoicesWithinReach(platform.db, caller, numbers);
    if (found.length !== numbers.length) throw notFound();
    const queued = queuedFor(platform, caller.uid);
    const entries = [];
    for (const invoice of found) {
      entries.push({ name: `${invoice.number}.pdf`, body: await invoiceFile(queued, invoice), at: invoice.issuedAt });
    }
    const [only] = entries;
    if (only && entries.length === 1) return { body: only.body, contentType: "application/pdf", filename: only.name };
    return { body: await zipOf(queued.workers, entries), contentType: "application/zip", filename: "invoices.zip" };
  });
}

function addOrderRoutes(app: FastifyInstance, platform: Platform): void {
  const present = ({ request, userName }: ListedOrder, lang: Language) => presentOrder(request, userName, lang);

  mount(app, endpoints.listManualInvoices, async ({ query, lang }) => {
    const { rows, meta } = await listOrders(platform.db, query);
    return { data: rows.map((row) => present(row, lang)), meta };
  });
  mountCommand(app, endpoints.createManualInvoice, openOrder, ({ body }) => body, { done: present });
  mountCommand(
    app,
    endpoints.changeManualInvoice,
    changeOrder,
    ({ params, body }) => ({ id: params.invoiceRequest, ...body }),
    { done: present },
  );
  mountCommand(
    app,
    endpoints.changeManualInvoiceStatus,
    changeOrderStatus,
    ({ params, body }) => ({ id: params.invoiceRequest, ...body }),
    {
      done: (row, lang) => ({ ...present(row, lang), approval: null }),
      pending: async ({ approvalId }, { params, lang }) => ({
        ...present(await getListedOrder(platform.db, params.invoiceRequest), lang),
        approval: approvalId,
      }),
    },
  );
  mountCommand(app, endpoints.deleteManualInvoice, deleteOrder, ({ params }) => ({ id: params.invoiceRequest }));
}

function addMoneyRoutes(app: FastifyInstance, platform: Platform): void {
  mountCommand(
    app,
    endpoints.makeTransaction,
    makeTransaction,
    ({ caller, body }) => ({ ...body, source: isAdmin(caller.role) ? ("house" as const) : ("own" as const) }),
    {
      done: (movement, lang) => ({ ...presentMovement(movement, lang), user: movement.ownerUid, approval: null }),
      pending: presentPending,
    },
  );

  mountCommand(app, endpoints.refundTransaction, refundTransaction, ({ body }) => body, {
    done: ({ movement, creditNote }, lang) => ({
      ...presentMovement(movement, lang),
      user: movement.ownerUid,
      credit_note: creditNote,
      approval: null,
    }),
    pending: (pending) => ({ ...presentPending(pending), credit_note: null }),
  });

  mount(app, endpoints.listUserTransactions, async ({ caller, params, query, lang }) => {
    const user = await findUserWithinReach(platform.db, caller, params.user);
    if (!user) throw notFound();
    return presentPaymentListing(platform.db, user, null, query, lang);
  });
  mount(app, endpoints.listTransactionsWithCustomer, async ({ caller, params, query, lang }) => {
    const user = await findUserWithinReach(platform.db, caller, params.user);
    if (!user) throw notFound();
    return presentPaymentListing(platform.db, user, params.customer, query, lang);
  });

  mountCommand(app, endpoints.setMaxBalance, setMaxBalance, ({ params, body }) => ({ ...params, ...body }));

  mountCommand(
    app,
    endpoints.setSubscription,
    setSubscription,
    ({ params, body }) => ({ user: params.user, plan: body.plan }),
    {
      done: ({ user, subscription }) => ({ user, subscription, approval: null }),
      pending: async ({ approvalId }, { params }) => ({
        user: params.user,
        subscription: await subscriptionOf(platform.db, params.user, platform.clock.now()),
        approval: approvalId,
      }),
    },
  );
}
