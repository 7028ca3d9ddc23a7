import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { amountSchema, currencySchema } from "../kernel/money.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { multiline } from "../kernel/text.ts";
import { idSchema, instantSchema, uidSchema } from "../kernel/validation.ts";
import { admins, byRole } from "../kernel/who.ts";

/** Who may be the second person; never the requester. */
export const approvers = byRole({ ...admins, accountant: "all" });

export const approvalStates = ["pending", "approved", "rejected"] as const;
export const approvalSchema = z.object({
  id: z.number().int(),
  /**
   * A credit, a refund, a plan booked by staff, an order to be marked as paid, an exchange's invoice, a publisher's
   * statement, a promotion code with all its redemptions, or the estimated value of a customer price.
   */
  kind: z.enum(["credit", "refund", "plan", "order", "media", "publisher", "promotion", "price"]),
  /** The customer; `exchange-NAME` for an exchange's invoice, the requester for a promotion code. */
  user: uidSchema,
  user_name: z.string(),
  amount: amountSchema,
  amount_formatted: z.string(),
  currency: currencySchema,
  description: z.string(),
  /** The transaction to be refunded. */
  transaction: z.string().nullable(),
  state: z.enum(approvalStates),
  requested_by: uidSchema,
  requested_by_name: z.string(),
  requested_at: instantSchema,
  decided_by_name: z.string().nullable(),
  decided_at: instantSchema.nullable(),
  note: z.string().nullable(),
  /** Whether the reader may decide: it is pending, and someone else requested it. */
  may_decide: z.boolean(),
});
export type Approval = z.infer<typeof approvalSchema>;

const params = z.object({ approval: idSchema });
const note = multiline({ min: 0, max: 500 }).nullish();

export const billingApprovalEndpoints = {
  listApprovals: endpoint({
    method: "GET",
    path: "/billing/approvals",
    tag: "Books",
    summary: "Credits and refunds above the limit, pending ones first",
    who: approvers,
    query: pageQuery(["requested_at"], 30).extend({ state: z.enum(approvalStates).optional() }),
    output: pageOf(approvalSchema),
  }),
  approveMoney: endpoint({
    method: "POST",
    path: "/billing/approvals/:approval/approve",
    tag: "Books",
    summary: "Carries out a credit or refund that somebody else asked for",
    who: approvers,
    params,
    body: z.strictObject({ note }),
    output: approvalSchema,
    errors: ["not_found", "conflict", "unavailable"],
    movesMoney: true,
  }),
  rejectMoney: endpoint({
    method: "POST",
    path: "/billing/approvals/:approval/reject",
    tag: "Books",
    summary: "Turns down a credit or refund that somebody else asked for",
    who: approvers,
    params,
    body: z.strictObject({ note }),
    output: approvalSchema,
    errors: ["not_found", "conflict"],
  }),
};
