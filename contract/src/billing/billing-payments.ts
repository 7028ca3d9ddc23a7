import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountBetween } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { expectedAmount, paymentSchema, planNameSchema } from "./billing-shapes.ts";
import { payers } from "./billing-statement.ts";

const cardIdSchema = z.string().regex(/^pm_[A-Za-z0-9_]{1,250}$/);

/** The payment method: a saved card, or one entered on the processor's page and optionally saved. */
const byCard = {
  payment_method: cardIdSchema.optional(),
  save_card: z.boolean().default(false),
};

/** A card that the processor has saved for later payments. */
export const savedCardSchema = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  /** The default card. */
  is_default: z.boolean(),
});
export type SavedCard = z.infer<typeof savedCardSchema>;

export const billingPaymentEndpoints = {
  startCardPayment: endpoint({
    method: "POST",
    path: "/stripe",
    tag: "Payments",
    summary: "Starts a card payment of an amount; the answer holds the checkout page. A saved card is charged at once",
    who: payers,
    body: z.strictObject({ amount: amountBetween(1, 100_000_000), expected_bonus: expectedAmount, ...byCard }),
    output: paymentSchema,
    status: 201,
    movesMoney: true,
    errors: ["not_found", "conflict", "unavailable"],
  }),
  confirmPayment: endpoint({
    method: "PATCH",
    path: "/stripe/:payment",
    tag: "Payments",
    summary: "Asks the card processor for the payment's state and applies it; repeated calls change nothing more",
    who: payers,
    params: z.object({ payment: z.uuid() }),
    output: paymentSchema,
    errors: ["not_found", "unavailable"],
  }),
  cancelPayment: endpoint({
    method: "POST",
    path: "/stripe/:payment/cancel",
    tag: "Payments",
    summary: "Gives up a payment that was begun and not finished; one that was paid meanwhile is credited",
    who: payers,
    params: z.object({ payment: z.uuid() }),
    output: paymentSchema,
    errors: ["not_found", "unavailable"],
  }),
  buyPackage: endpoint({
    method: "POST",
    path: "/stripe/package",
    tag: "Payments",
    summary: "Starts the card payment of a package for its term",
    who: payers,
    body: z.strictObject({ plan: planNameSchema, expected_price: expectedAmount, ...byCard }),
    output: paymentSchema,
    status: 201,
    movesMoney: true,
    errors: ["not_found", "conflict", "unavailable"],
  }),
  listPayments: endpoint({
    method: "GET",
    path: "/billing/payments",
    tag: "Payments",
    summary: "The own card payments in every state, newest first",
    who: payers,
    query: pageQuery(["created_at"], 15)
      .omit({ sort: true, search: true, direction: true })
      .extend({ status: paymentSchema.shape.status.optional() }),
    output: pageOf(paymentSchema),
    errors: [],
  }),
  listSavedCards: endpoint({
    method: "GET",
    path: "/billing/cards",
    tag: "Payments",
    summary: "The own saved cards, the one that is offered first at the front",
    who: payers,
    output: z.array(savedCardSchema),
    errors: ["unavailable"],
  }),
  addCard: endpoint({
    method: "POST",
    path: "/billing/cards",
    tag: "Payments",
    summary: "Begins to save a card; the answer holds the processor's page where it is entered. Nothing is charged",
    who: payers,
    output: z.object({ checkout_url: z.url() }),
    status: 201,
    errors: ["not_found", "unavailable"],
  }),
  removeSavedCard: endpoint({
    method: "DELETE",
    path: "/billing/cards/:card",
    tag: "Payments",
    summary: "Removes a saved card, here and at the card processor",
    who: payers,
    params: z.object({ card: cardIdSchema }),
    output: null,
    errors: ["not_found", "unavailable"],
  }),
  chooseDefaultCard: endpoint({
    method: "PUT",
    path: "/billing/cards/:card/default",
    tag: "Payments",
    summary: "Offers a saved card first from now on",
    who: payers,
    params: z.object({ card: cardIdSchema }),
    output: z.array(savedCardSchema),
    errors: ["not_found", "unavailable"],
  }),
};
