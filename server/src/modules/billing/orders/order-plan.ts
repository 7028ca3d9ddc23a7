import type { PlanId } from "@litfass/contract/billing/billing";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import { currencyOf, findUser } from "../../users/index.ts";
import { findInvoice, type KnownInvoice } from "../invoices/invoice-sql.ts";
import { bookedOf } from "../plans/plan.ts";
import { bookingName } from "../plans/plan-texts.ts";
import { effectKey } from "../posted-by.ts";
import { sellPlan } from "../prices/quote.ts";
import { issueForOrder } from "./invoice-order.ts";
import { findOrderOfRequest, insertOrder } from "./order-sql.ts";
import { moneyOf, recordOrder } from "./record-order.ts";

/**
 * Orders a plan by invoice for the caller (STATE-015): issues and mails the binding invoice and creates an order for
 * billing staff. Budget and subscription start when the order is marked as paid.
 * @throws 404 for an unknown caller, 409 if the price is not the expected one, 422 without a billing address.
 */
export const orderPlan = command({
  name: "billing.order_plan",
  errors: ["not_found", "conflict"],
  async run({
    ctx,
    input: { plan, expected },
  }: CommandCall<{ plan: PlanId; expected?: number }>): Promise<KnownInvoice> {
    const { tx } = ctx;
    const requestKey = effectKey(ctx, "order");
    const before = await findOrderOfRequest(tx, requestKey);
    const issued = before?.invoiceNumber ? await findInvoice(tx, before.invoiceNumber) : null;
    if (issued) {
      ctx.audit.unchanged("the plan was ordered by an earlier call with this key");
      return issued;
    }
    const owner = await findUser(tx, callerOf(ctx.actor).uid);
    if (!owner) throw notFound();
    if (!owner.city || !owner.postalCode) throw invalid({ planId: ["profile.address_missing"] });
    const now = ctx.clock.now();
    const quote = await sellPlan(tx, { owner, plan, at: now, expected });
    const order = {
      plan,
      description: bookingName(bookedOf(plan, quote.planMonths), owner.lang),
      ...quote,
      currency: currencyOf(owner),
    };
    const invoice = await issueForOrder(tx, ctx, owner, order);
    const row = await insertOrder(tx, {
      ...order,
      ownerUid: owner.uid,
      status: "new",
      invoiceNumber: invoice.number,
      createdBy: owner.uid,
      requestKey,
      createdAt: now,
      updatedAt: now,
    });
    await recordOrder(ctx, "order_opened", row, { amount: [null, moneyOf(row)] });
    return { ...invoice, status: "open" as const };
  },
});
