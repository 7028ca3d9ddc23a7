import type { ManualInvoiceStatus, PlanId } from "@litfass/contract/billing/billing";
import { knownCountry } from "@litfass/contract/kernel/country/countries";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { isCustomer } from "@litfass/contract/kernel/roles";
import { actorUid, callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command, type MoneyEffect } from "@litfass/platform/command/command";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { currencyOf, findUser, type UserRow } from "../../users/index.ts";
import { orderAwaitsApproval } from "../approvals/approval-sql.ts";
import { textIn } from "../invoices/invoice.ts";
import { bookedOf } from "../plans/plan.ts";
import { bookingName } from "../plans/plan-texts.ts";
import { effectKey } from "../posted-by.ts";
import { type Quote, sellPlan } from "../prices/quote.ts";
import type { OrderRow } from "../tables.ts";
import { issueForOrder, subjectOfOrder, withdrawInvoice } from "./invoice-order.ts";
import { mayGo } from "./order.ts";
import {
  deleteOrderRow,
  findOrderOfRequest,
  getListedOrder,
  insertOrder,
  type ListedOrder,
  lockOrderRow,
  updateOrder,
} from "./order-sql.ts";
import { creditPaidOrder } from "./pay-order.ts";
import { moneyOf, recordOrder } from "./record-order.ts";

type NewOrder = { user: string; plan?: PlanId | null; description?: string; amount?: number; note?: string | null };

/**
 * Creates an order for a customer on behalf of staff; its invoice is issued on approval. A plan has the customer's
 * price of today. @throws 409 while the customer pays by card at the price for a first purchase, 422 for an unknown
 * customer.
 */
export const openOrder = command({
  name: "billing.open_order",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<NewOrder>): Promise<ListedOrder> {
    const { tx } = ctx;
    const requestKey = effectKey(ctx, "order");
    const before = await findOrderOfRequest(tx, requestKey);
    if (before) {
      ctx.audit.unchanged("the order was opened by an earlier call with this key");
      return getListedOrder(tx, before.id);
    }
    const owner = await findUser(tx, input.user);
    if (!owner || !isCustomer(owner.role)) throw invalid({ user: ["rule.oneOf"] });
    const now = ctx.clock.now();
    const plan = input.plan ?? null;
    const quote =
      plan && input.amount === undefined
        ? await sellPlan(tx, { owner, plan, at: now, expected: undefined })
        : agreedAmount(input.amount ?? 0, plan && (await termOf(tx, plan)));
    const row = await insertOrder(tx, {
      ownerUid: owner.uid,
      plan,
      description: input.description ?? (plan ? bookingName(bookedOf(plan, quote.planMonths), owner.lang) : ""),
      ...quote,
      currency: currencyOf(owner),
      status: "new",
      note: input.note ?? null,
      createdBy: callerOf(ctx.actor).uid,
      requestKey,
      createdAt: now,
      updatedAt: now,
    });
    await recordOrder(ctx, "order_opened", row, { amount: [null, moneyOf(row)] });
    return getListedOrder(tx, row.id);
  },
});

/** How many months a plan runs that is sold now. */
const termOf = async (tx: Transaction, plan: PlanId): Promise<number> => (await findPrices(tx)).plans[plan].term_months;

/** An amount that staff enter is the price and the budget, without a discount. */
const agreedAmount = (minor: number, planMonths: number | null): Quote => ({
  planMonths,
  amountMicros: microsOfMinor(minor),
  discountMicros: 0n,
  discountTerms: null,
});

type OrderChange = { id: number; description?: string; amount?: number; note?: string | null };

/**
 * Changes an order. @throws 409 for description or amount after its invoice was issued: issued invoices never change.
 */
export const changeOrder = command({
  name: "billing.change_order",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id, ...changes } }: CommandCall<OrderChange>): Promise<ListedOrder> {
    const row = await lockOrder(ctx, id);
    const isOfMoney = changes.description !== undefined || changes.amount !== undefined;
    if (isOfMoney && (row.invoiceNumber || row.status !== "new")) throw conflict("invoice_issued");
    const changed = {
      ...(changes.amount === undefined ? {} : agreedAmount(changes.amount, row.planMonths)),
      description: changes.description ?? row.description,
      note: changes.note === undefined ? row.note : changes.note,
    };
    await updateOrder(ctx.tx, id, changed, ctx.clock.now());
    await recordOrder(ctx, "order_changed", row, {
      amount: [moneyOf(row), moneyOf({ ...row, ...changed })],
      description: [row.description, changed.description],
      note: [row.note, changed.note],
    });
    return getListedOrder(ctx.tx, id);
  },
});

type StatusChange = { id: number; status: ManualInvoiceStatus; note?: string | null };

/**
 * Changes an order's state: approved issues the invoice, paid credits the budget and books the plan, rejected cancels
 * the invoice. Above the limit, a different person than the approver must mark it as paid.
 * @throws 404, 409 while a request for a second person is pending or if the customer's country does not exist, 422 for a
 * transition that is not allowed.
 */
export const changeOrderStatus = command({
  name: "billing.change_order_status",
  errors: ["not_found", "conflict"],
  async money({ ctx, input }: CommandCall<StatusChange>): Promise<MoneyEffect | null> {
    const row = await lockOrder(ctx, input.id);
    const createsBudget = input.status === "paid" && mayGo(row.status, "paid") && !row.service;
    if (!createsBudget) return null;
    if (await orderAwaitsApproval(ctx.tx, row.id)) throw conflict("order_awaits_approval", "order.awaits_approval");
    return {
      direction: "credit",
      customerUid: row.ownerUid,
      currency: row.currency,
      // A discounted plan credits the list price.
      amountMicros: row.amountMicros + row.discountMicros,
      description: textIn(subjectOfOrder(row), ctx.lang),
      seenBy: row.approvedBy ? [row.approvedBy] : [],
    };
  },
  async run({ ctx, input: { id, status: to, note } }: CommandCall<StatusChange>): Promise<ListedOrder> {
    const { tx } = ctx;
    const row = await lockOrder(ctx, id);
    if (!mayGo(row.status, to)) throw invalid({ status: ["invoice.transition"] });
    const owner = await ownerOf(ctx, row);
    let { invoiceNumber, approvedBy } = row;
    if (to === "approved") {
      approvedBy = actorUid(ctx.actor);
      if (!knownCountry(owner.countryCode)) throw conflict("customer_country", "order.customer_country");
      invoiceNumber ??= (await issueForOrder(tx, ctx, owner, row)).number;
    }
    if (to === "paid") await creditPaidOrder(ctx, owner, row);
    if (to === "rejected") await withdrawInvoice(tx, ctx, owner, invoiceNumber);
    const change = { status: to, invoiceNumber, approvedBy, ...(note === undefined ? {} : { note }) };
    await updateOrder(tx, id, change, ctx.clock.now());
    await recordOrder(ctx, "order_status_changed", row, { status: [row.status, to] });
    return getListedOrder(tx, id);
  },
});

/**
 * Deletes an order that is not paid. An order with an invoice is a business record: it is kept as cancelled and its
 * invoice corrected by a credit note. @throws 404, 409 if it is paid.
 */
export const deleteOrder = command({
  name: "billing.delete_order",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id } }: CommandCall<{ id: number }>): Promise<void> {
    const row = await lockOrder(ctx, id);
    if (row.status === "paid") throw conflict("order_paid");
    if (row.status === "cancelled") return ctx.audit.unchanged("the order is cancelled already");
    if (!row.invoiceNumber) {
      await deleteOrderRow(ctx.tx, id);
      return recordOrder(ctx, "order_deleted", row, { amount: [moneyOf(row), null] });
    }
    await withdrawInvoice(ctx.tx, ctx, await ownerOf(ctx, row), row.invoiceNumber);
    await updateOrder(ctx.tx, id, { status: "cancelled" }, ctx.clock.now());
    await recordOrder(ctx, "order_cancelled", row, { status: [row.status, "cancelled"] });
  },
});

async function lockOrder({ tx }: CommandContext, id: number): Promise<OrderRow> {
  const row = await lockOrderRow(tx, id);
  if (!row) throw notFound();
  return row;
}

async function ownerOf({ tx }: CommandContext, order: OrderRow): Promise<UserRow> {
  const owner = await findUser(tx, order.ownerUid);
  if (!owner) throw new Error(`Order ${order.id} has no owner`);
  return owner;
}
