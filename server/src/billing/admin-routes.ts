import { endpoints } from "@litfass/contract/index";
import type { FastifyInstance } from "fastify";
import { mount } from "../platform/http/mount.ts";
import type { Platform } from "../platform/platform.ts";
import { notFound } from "../platform/problem.ts";
import { spreadsheetType } from "../platform/spreadsheet.ts";
import { askForCredit, askForRefund, presentAsked } from "./approval.ts";
import type { CardProcessor } from "./card-processor.ts";
import { exportInvoices } from "./export-invoices.ts";
import { invoiceFile, zipOf } from "./invoice-files.ts";
import { findInvoicesWithinReach, listInvoices, presentInvoice } from "./invoice-list-sql.ts";
import { findUserWithinReach, makeTransaction } from "./make-transaction.ts";
import { presentManualInvoice } from "./manual-invoice.ts";
import { type ListedManualInvoice, listManualInvoices } from "./manual-invoice-sql.ts";
import { changeOrder, changeOrderStatus, createOrder, deleteOrder } from "./order-by-invoice.ts";
import { presentPaymentListing } from "./payment-listing.ts";
import { refundTransaction } from "./refund-transaction.ts";
import { requestKey } from "./request-key.ts";
import { setMaxBalance } from "./set-max-balance.ts";
import { setSubscription } from "./set-subscription.ts";
import { presentMovement } from "./transaction.ts";

/** Mounts what billing staff, admins and account managers call. */
export function addStaffRoutes(app: FastifyInstance, platform: Platform, cards: CardProcessor | null): void {
  addInvoiceRoutes(app, platform);
  addOrderRoutes(app, platform);
  addMoneyRoutes(app, platform, cards);
}

function addInvoiceRoutes(app: FastifyInstance, platform: Platform): void {
  mount(app, endpoints.listAllInvoices, async ({ caller, query, lang }) => {
    const { rows, meta } = await listInvoices(platform.db, caller, query, lang);
    const worksOnOrders = caller.reach === "all";
    const data = rows.map(({ invoice, userName, userEmail, order }) => ({
      ...presentInvoice(invoice, lang),
      user: invoice.ownerUid,
      user_name: userName,
      user_email: userEmail,
      order: order && worksOnOrders ? presentManualInvoice(order, userName, lang) : null,
    }));
    return { data, meta };
  });

  mount(app, endpoints.exportInvoices, async ({ caller, query, lang }) => {
    const { rows } = await listInvoices(platform.db, caller, { ...query, page: 1, per_page: "all" }, lang);
    const filename = lang === "de" ? "rechnungen.xlsx" : "invoices.xlsx";
    return { body: exportInvoices(rows, lang), contentType: spreadsheetType, filename };
  });

  mount(app, endpoints.downloadInvoices, async ({ caller, body }) => {
    const numbers = [...new Set(body.ids)];
    const found = await findInvoicesWithinReach(platform.db, caller, numbers);
    if (found.length !== numbers.length) throw notFound();
    const entries = [];
    for (const invoice of found) {
      entries.push({ name: `${invoice.number}.pdf`, body: await invoiceFile(platform, invoice), at: invoice.issuedAt });
    }
    const [only] = entries;
    if (only && entries.length === 1) return { body: only.body, contentType: "application/pdf", filename: only.name };
    return { body: zipOf(entries), contentType: "application/zip", filename: "invoices.zip" };
  });
}

function addOrderRoutes(app: FastifyInstance, platform: Platform): void {
  const present = ({ request, userName }: ListedManualInvoice, lang: "en" | "de") =>
    presentManualInvoice(request, userName, lang);

  mount(app, endpoints.listManualInvoices, async ({ query, lang }) => {
    const { rows, meta } = await listManualInvoices(platform.db, query);
    return { data: rows.map((row) => present(row, lang)), meta };
  });
  mount(app, endpoints.createManualInvoice, async ({ caller, body, lang, idempotencyKey }) =>
    present(await createOrder(platform, caller, body, requestKey(platform, "order", caller.uid, idempotencyKey)), lang),
  );
  mount(app, endpoints.changeManualInvoice, async ({ params, body, lang }) =>
    present(await changeOrder(platform, params.invoiceRequest, body), lang),
  );
  mount(app, endpoints.changeManualInvoiceStatus, async ({ params, body, lang }) =>
    present(await changeOrderStatus(platform, params.invoiceRequest, body.status, body.note), lang),
  );
  mount(app, endpoints.deleteManualInvoice, async ({ params }) => deleteOrder(platform, params.invoiceRequest));
}

function addMoneyRoutes(app: FastifyInstance, platform: Platform, cards: CardProcessor | null): void {
  mount(app, endpoints.makeTransaction, async ({ caller, body, lang, idempotencyKey }) => {
    const key = requestKey(platform, "credit", caller.uid, idempotencyKey);
    const asked = await askForCredit(platform, caller, body, key);
    if (asked) return presentAsked(asked);
    const movement = await makeTransaction(platform, caller, body, key);
    return { ...presentMovement(movement, lang), user: movement.ownerUid, approval: null };
  });

  mount(app, endpoints.refundTransaction, async ({ caller, body, lang, idempotencyKey }) => {
    const key = requestKey(platform, "refund", caller.uid, idempotencyKey);
    const asked = await askForRefund(platform, caller, body, key);
    if (asked) return { ...presentAsked(asked), credit_note: null };
    const { movement, creditNote } = await refundTransaction(platform, cards, caller, body, key);
    return { ...presentMovement(movement, lang), user: movement.ownerUid, credit_note: creditNote, approval: null };
  });

  mount(app, endpoints.listUserTransactions, async ({ caller, params, query, lang }) => {
    const user = await findUserWithinReach(platform.db, caller, params.user);
    if (!user) throw notFound();
    return presentPaymentListing(platform.db, user, params.customer ?? null, query, lang);
  });

  mount(app, endpoints.setMaxBalance, ({ caller, params, body }) =>
    setMaxBalance(platform, caller, params.user, body.maxBalance),
  );

  mount(app, endpoints.setSubscription, async ({ caller, params, body, idempotencyKey }) => {
    const key = requestKey(platform, "plan", caller.uid, idempotencyKey);
    return { user: params.uid, subscription: await setSubscription(platform, caller, params.uid, body.plan, key) };
  });
}
