import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { instantSchema, uidSchema } from "../kernel/validation.ts";
import { billingStaff } from "./staff-fields.ts";

/** A booked refund that the card processor could not pay to the card. */
export const refusedRefundSchema = z.object({
  id: z.uuid(),
  user: uidSchema,
  user_name: z.string(),
  /** The amount owed to the customer, including VAT. */
  amount: amountSchema,
  amount_formatted: z.string(),
  currency: currencySchema,
  /** The processor's reason, unchanged. */
  reason: z.string(),
  credit_note: z.string().nullable(),
  refused_at: instantSchema,
});
export type RefusedRefund = z.infer<typeof refusedRefundSchema>;

export const billingRefundEndpoints = {
  listRefusedRefunds: endpoint({
    method: "GET",
    path: "/billing/admin/refused-refunds",
    tag: "Books",
    summary: "Refunds that the card processor refused and that nobody has paid yet, newest first",
    who: billingStaff,
    query: pageQuery(["refused_at"], 30).omit({ sort: true, search: true, direction: true }),
    output: pageOf(refusedRefundSchema),
  }),
  payRefundByBank: endpoint({
    method: "POST",
    path: "/billing/admin/refused-refunds/:refund/paid-by-bank",
    tag: "Books",
    summary:
      "Notes that a refused refund was paid by bank transfer: its money moves from the card's account to the bank's",
    who: billingStaff,
    params: z.object({ refund: z.uuid() }),
    output: null,
    errors: ["not_found", "conflict"],
  }),
};
