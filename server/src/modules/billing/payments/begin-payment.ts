import type { PlanId } from "@litfass/contract/billing/billing";
import { largestCharge, smallestCharge } from "@litfass/contract/billing/card-charges";
import { vatOf } from "@litfass/contract/billing/vat-amount";
import { minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { pricesIn } from "@litfass/contract/settings/price-list";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { invalid, notFound } from "@litfass/platform/problem";
import { findCompany, findPrices } from "@litfass/platform/settings/read-settings";
import { currencyOf, findUser } from "../../users/index.ts";
import { dayOf } from "../invoices/invoice.ts";
import { effectKey } from "../posted-by.ts";
import { sellBudget, sellPlan } from "../prices/quote.ts";
import { t } from "../texts.ts";
import { vatRateFor } from "../vat/vat.ts";
import { dueMicros } from "./payment.ts";
import { failPending, findPaymentOfRequest, insertPayment, lockPayment, updatePayment } from "./payment-sql.ts";
import { recordPayment } from "./settle-payment.ts";

export type Purchase = {
  /** The saved card to charge; without it the card is entered on the processor's page. */
  card?: string | undefined;
  /** Saves the entered card for later payments. */
  saveCard?: boolean;
  /**
   * `amountMinor`: budget without VAT, in minor units of the customer's currency. `expected…`: what the customer was
   * shown.
   */
} & (
  | { amountMinor: number; expectedBonus?: number | undefined }
  | { plan: PlanId; expectedPrice?: number | undefined }
);

/**
 * Stores a card payment of the caller before the processor is called. Customers with Swiss VAT pay it on top: 100.00 of
 * budget costs 108.10. The same idempotency key resumes its payment.
 * @throws 404 for an unknown caller, 409 if the price is not the expected one, 422 for an amount that cannot be charged
 * to a card or is below the price list's minimum.
 */
export const beginPayment = command({
  name: "billing.begin_payment",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<Purchase>): Promise<{ payment: string }> {
    const { tx } = ctx;
    const requestKey = effectKey(ctx, "payment");
    const before = await findPaymentOfRequest(tx, requestKey);
    if (before) {
      ctx.audit.unchanged("the payment was begun by an earlier call with this key");
      return { payment: before.id };
    }
    const owner = await findUser(tx, callerOf(ctx.actor).uid);
    if (!owner) throw notFound();
    const now = ctx.clock.now();
    const plan = "plan" in input ? input.plan : null;
    const currency = currencyOf(owner);
    const prices = pricesIn(await findPrices(tx), currency);
    if ("amountMinor" in input && input.amountMinor < prices.minimum_top_up) {
      const minimum = moneyText(prices.minimum_top_up, currency);
      throw invalid({ amount: [t(ctx.lang, "payment.belowMinimum", { minimum })] });
    }
    const quote =
      "plan" in input
        ? await sellPlan(tx, { owner, plan: input.plan, at: now, expected: input.expectedPrice })
        : sellBudget(input, prices);
    const { amountMicros } = quote;
    const company = await findCompany(tx, ctx.config.company, now);
    const vatMicros = vatOf(amountMicros, vatRateFor(owner.countryCode, dayOf(now), company));
    const due = minorOfMicros(dueMicros({ amountMicros, vatMicros }));
    if (due < smallestCharge[currency]) {
      const minimum = moneyText(smallestCharge[currency], currency);
      throw invalid({ amount: [t(ctx.lang, "payment.belowCardMinimum", { minimum })] });
    }
    if (due > largestCharge) throw invalid({ amount: ["card.amount_too_large"] });
    const payment = await insertPayment(tx, {
      id: ctx.random.id(),
      ownerUid: owner.uid,
      kind: plan ? "package" : "card",
      plan,
      currency,
      ...quote,
      vatMicros,
      status: "pending",
      createdAt: now,
      requestKey,
    });
    ctx.log.info({ payment: payment.id, due }, "card payment begun");
    await recordPayment(ctx, null, payment);
    return { payment: payment.id };
  },
});

/** Reopens a payment that could not be started, for a repeated call with its key. */
export const reopenPayment = command({
  name: "billing.reopen_payment",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ id: string }>): Promise<void> {
    const payment = await lockPayment(ctx.tx, input.id);
    if (!payment) throw notFound();
    const isUnstarted = payment.status === "failed" && payment.checkoutId === null;
    const changes = { status: "pending", failureCode: null, settledAt: null } as const;
    await recordPayment(ctx, payment, isUnstarted ? await updatePayment(ctx.tx, payment.id, changes) : payment);
  },
});

/** Ends a payment that the processor rejected, unless it was paid in the meantime. */
export const failPayment = command({
  name: "billing.fail_payment",
  errors: [],
  async run({ ctx, input }: CommandCall<{ id: string }>): Promise<void> {
    const payment = await lockPayment(ctx.tx, input.id);
    const failed = await failPending(ctx.tx, input.id, "not_started", ctx.clock.now());
    await recordPayment(ctx, payment, failed ?? payment);
  },
});
