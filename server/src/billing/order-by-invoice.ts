import type { ManualInvoiceStatus, PlanId } from "@litfass/contract/billing";
import { microsOfMinor } from "@litfass/contract/money";
import type { Caller } from "@litfass/contract/roles";
import { isCustomer } from "@litfass/contract/roles";
import type { Platform } from "../platform/platform.ts";
import type { Transaction } from "../platform/postgres.ts";
import { conflict, invalid, notFound } from "../platform/problem.ts";
import { currencyOf, findUser, type UserRow } from "../users/index.ts";
import { bookPlan } from "./book-plan.ts";
import { bookService, creditOrder } from "./credit.ts";
import { dayOf, type Subject, textIn } from "./invoice.ts";
import { findInvoice, type KnownInvoice, setInvoiceStatus } from "./invoice-sql.ts";
import { issueInvoice } from "./issue-invoice.ts";
import { sendInvoiceMail } from "./mail-invoice.ts";
import { mayGo } from "./manual-invoice.ts";
import {
  deleteManualInvoice,
  findOrderOfRequest,
  getListedManualInvoice,
  insertManualInvoice,
  type ListedManualInvoice,
  lockManualInvoice,
  updateManualInvoice,
} from "./manual-invoice-sql.ts";
import { planFigures } from "./plan.ts";
import { bookingName } from "./plan-texts.ts";
import { type ServiceId, serviceNames } from "./service.ts";
import type { InvoiceRow, ManualInvoiceRow } from "./tables.ts";
import { vatOf, vatRateFor } from "./vat.ts";

const subjectOfOrder = (order: OrderSubject): Subject => {
  if (order.plan) return { en: bookingName(order.plan, "en"), de: bookingName(order.plan, "de") };
  return order.service ? serviceNames[order.service] : { en: order.description, de: order.description };
};

type OrderSubject = { plan: PlanId | null; service?: ServiceId | null; description: string };

/** Issues and mails the invoice of an order. */
export async function issueForOrder(
  tx: Transaction,
  platform: Platform,
  owner: UserRow,
  order: OrderSubject & Pick<ManualInvoiceRow, "amountMicros" | "currency">,
): Promise<InvoiceRow> {
  const at = platform.clock.now();
  const vatRate = vatRateFor(owner.countryCode, dayOf(at), platform.config.vatRates);
  const invoice = await issueInvoice(tx, {
    owner,
    seller: platform.config.seller,
    currency: order.currency,
    subject: subjectOfOrder(order),
    isService: Boolean(order.service),
    netMicros: order.amountMicros,
    vatMicros: vatOf(order.amountMicros, vatRate),
    vatRate,
    paidBy: "order",
    at,
  });
  await sendInvoiceMail(platform, tx, invoice.number);
  return invoice;
}

/**
 * Orders a plan by invoice (STATE-015): the binding invoice is issued and mailed, and an order opened for billing staff.
 * Budget and subscription begin when the order is set to paid.
 */
export async function orderPlan(
  platform: Platform,
  ownerUid: string,
  plan: PlanId,
  requestKey: string | null = null,
): Promise<KnownInvoice> {
  return platform.db.transaction(async (tx) => {
    const before = requestKey ? await findOrderOfRequest(tx, requestKey) : null;
    const issued = before?.invoiceNumber ? await findInvoice(tx, before.invoiceNumber) : null;
    if (issued) return issued;
    const owner = await findUser(tx, ownerUid);
    if (!owner) throw notFound();
    if (!owner.city || !owner.postalCode) throw invalid({ planId: ["profile.address_missing"] });
    const now = platform.clock.now();
    const order = {
      plan,
      description: bookingName(plan, owner.lang),
      amountMicros: planFigures(plan).priceMicros,
      currency: currencyOf(owner.countryCode),
    };
    const invoice = await issueForOrder(tx, platform, owner, order);
    await insertManualInvoice(tx, {
      ...order,
      ownerUid,
      status: "new",
      invoiceNumber: invoice.number,
      createdBy: ownerUid,
      requestKey,
      createdAt: now,
      updatedAt: now,
    });
    return { ...invoice, status: "open" as const };
  });
}

export type NewOrder = {
  user: string;
  plan?: PlanId | null;
  description?: string;
  amount?: number;
  note?: string | null;
};

/** Opens an order for a customer by staff; its invoice is issued when it is approved. @throws 422 for an unknown customer. */
export async function createOrder(
  platform: Platform,
  caller: Caller,
  input: NewOrder,
  requestKey: string | null = null,
): Promise<ListedManualInvoice> {
  return platform.db.transaction(async (tx) => {
    const before = requestKey ? await findOrderOfRequest(tx, requestKey) : null;
    if (before) return getListedManualInvoice(tx, before.id);
    const owner = await findUser(tx, input.user);
    if (!owner || !isCustomer(owner.role)) throw invalid({ user: ["rule.oneOf"] });
    const now = platform.clock.now();
    const plan = input.plan ?? null;
    const amountMicros = input.amount ? microsOfMinor(input.amount) : plan ? planFigures(plan).priceMicros : 0n;
    const row = await insertManualInvoice(tx, {
      ownerUid: owner.uid,
      plan,
      description: input.description ?? (plan ? bookingName(plan, owner.lang) : ""),
      amountMicros,
      currency: currencyOf(owner.countryCode),
      status: "new",
      note: input.note ?? null,
      createdBy: caller.uid,
      requestKey,
      createdAt: now,
      updatedAt: now,
    });
    return getListedManualInvoice(tx, row.id);
  });
}

/** Changes an order. @throws 409 for description or amount once its invoice is issued: issued invoices never change. */
export async function changeOrder(
  platform: Platform,
  id: number,
  changes: { description?: string; amount?: number; note?: string | null },
): Promise<ListedManualInvoice> {
  return platform.db.transaction(async (tx) => {
    const row = await lockManualInvoice(tx, id);
    if (!row) throw notFound();
    const isOfMoney = changes.description !== undefined || changes.amount !== undefined;
    if (isOfMoney && (row.invoiceNumber || row.status !== "new")) throw conflict("invoice_issued");
    const amountMicros = changes.amount === undefined ? row.amountMicros : microsOfMinor(changes.amount);
    const description = changes.description ?? row.description;
    const note = changes.note === undefined ? row.note : changes.note;
    await updateManualInvoice(tx, id, { amountMicros, description, note }, platform.clock.now());
    return getListedManualInvoice(tx, id);
  });
}

/** Moves an order on: approved issues the invoice, paid credits the budget and books the plan, rejected takes it back. */
export async function changeOrderStatus(
  platform: Platform,
  id: number,
  to: ManualInvoiceStatus,
  note?: string | null,
): Promise<ListedManualInvoice> {
  return platform.db.transaction(async (tx) => {
    const row = await lockManualInvoice(tx, id);
    if (!row) throw notFound();
    if (!mayGo(row.status, to)) throw invalid({ status: ["invoice.transition"] });
    const owner = await findUser(tx, row.ownerUid);
    if (!owner) throw new Error(`Order ${id} has no owner`);
    let { invoiceNumber } = row;
    if (to === "approved" && !invoiceNumber) invoiceNumber = (await issueForOrder(tx, platform, owner, row)).number;
    if (to === "paid") await creditPaidOrder(tx, platform, owner, row);
    if (to === "rejected") await withdrawInvoice(tx, platform, owner, invoiceNumber);
    const change = { status: to, invoiceNumber, ...(note === undefined ? {} : { note }) };
    await updateManualInvoice(tx, id, change, platform.clock.now());
    return getListedManualInvoice(tx, id);
  });
}

/** A plan or an amount becomes budget, a service is the house's revenue. */
async function creditPaidOrder(
  tx: Transaction,
  platform: Platform,
  owner: UserRow,
  order: ManualInvoiceRow,
): Promise<void> {
  const at = platform.clock.now();
  const key = `order:${order.id}`;
  const invoice = order.invoiceNumber ? await findInvoice(tx, order.invoiceNumber) : null;
  if (!invoice) throw new Error(`Order ${order.id} has no invoice`);
  const book = order.service ? bookService : creditOrder;
  await book(tx, {
    ownerUid: owner.uid,
    currency: order.currency,
    amountMicros: order.amountMicros,
    vatMicros: invoice.vatMicros,
    key,
    description: textIn(subjectOfOrder(order), owner.lang),
    details: { invoice: invoice.number, ...(order.plan ? { plan: order.plan } : {}) },
    at,
  });
  await setInvoiceStatus(tx, invoice.number, "paid", at);
  if (order.plan) await bookPlan(tx, { ownerUid: owner.uid, plan: order.plan, key, at });
}

/** Takes an open invoice back by a credit note over the whole of it. */
export async function withdrawInvoice(
  tx: Transaction,
  platform: Platform,
  owner: UserRow,
  number: string | null,
): Promise<void> {
  const invoice = number ? await findInvoice(tx, number) : null;
  if (invoice?.status !== "open") return;
  const at = platform.clock.now();
  await issueInvoice(tx, {
    owner,
    seller: platform.config.seller,
    currency: invoice.currency,
    subject: { en: invoice.nameEn, de: invoice.nameDe },
    netMicros: -invoice.netMicros,
    vatMicros: -invoice.vatMicros,
    vatRate: invoice.vatRate,
    paidBy: "order",
    corrects: invoice.number,
    at,
  });
  await setInvoiceStatus(tx, invoice.number, "credited", at);
}

/** Removes an order that is not paid; an invoice that was issued for it is taken back. @throws 404, 409 where paid. */
export async function deleteOrder(platform: Platform, id: number): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const row = await lockManualInvoice(tx, id);
    if (!row) throw notFound();
    if (row.status === "paid") throw conflict("order_paid");
    const owner = await findUser(tx, row.ownerUid);
    if (owner) await withdrawInvoice(tx, platform, owner, row.invoiceNumber);
    await deleteManualInvoice(tx, id);
  });
}
