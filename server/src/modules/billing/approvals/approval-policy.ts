import { microsOfMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { actorUid } from "@litfass/platform/command/actor";
import type { ApprovalPolicy, PendingApproval } from "@litfass/platform/command/approval-policy";
import type { CommandContext, MoneyEffect } from "@litfass/platform/command/command";
import { dayOf } from "../invoices/invoice.ts";
import { lockOwner } from "../plans/subscription-sql.ts";
import { effectKey } from "../posted-by.ts";
import { givenAlone } from "../promotions/promotion-sql.ts";
import { approvalLimitOf } from "./approval-limits.ts";
import { type ApprovalRow, findApprovalOfRequest, insertApproval, movedAlone } from "./approval-sql.ts";

/** How requests of a command are listed; requests of other commands are listed by the direction of their money. */
const kinds: Record<string, ApprovalRow["kind"]> = {
  "billing.set_subscription": "plan",
  "billing.change_order_status": "order",
  "bank.confirm_entry": "order",
  "supply.accept_exchange_invoice": "media",
  "publishers.approve_statement": "publisher",
  "billing.create_promotion_code": "promotion",
  "billing.agree_customer_price": "price",
};

/**
 * Money above the operator's limit for its currency (SECOND_APPROVER_ABOVE) needs a second person. Everything one person alone credits
 * to or takes from a customer within one Zurich day is added up, with what promotion codes give, so that splitting it
 * does not avoid the limit. Jobs and the command line are exempt.
 */
export const approvalPolicy: ApprovalPolicy = {
  async holdBack(ctx, { command, input, effect }) {
    const requestedBy = actorUid(ctx.actor);
    if (requestedBy === null) return null;
    const key = effectKey(ctx, command);
    const known = await findApprovalOfRequest(ctx.tx, key);
    if (known) {
      ctx.audit.unchanged("the request waits already");
      return pendingOf(known);
    }
    if (effect.seenBy?.some((uid) => uid !== requestedBy)) return null;
    if (!(await isAboveLimit(ctx, effect, requestedBy))) return null;
    const row = await insertApproval(ctx.tx, {
      kind: kinds[command] ?? effect.direction,
      ownerUid: effect.customerUid,
      currency: effect.currency,
      amountMicros: effect.amountMicros,
      description: effect.description,
      command,
      request: input,
      requestKey: key,
      state: "pending",
      requestedBy,
      requestedAt: ctx.clock.now(),
    });
    await recordDecision(ctx, row, "approval_requested");
    return pendingOf(row);
  },
};

/** Whether this amount plus what the same person already moved alone exceeds the limit. */
async function isAboveLimit(ctx: CommandContext, effect: MoneyEffect, requestedBy: string): Promise<boolean> {
  const limit = microsOfMinor(approvalLimitOf(ctx.config.approvalLimits, effect.currency));
  // Serializes concurrent credits, so that each sees the other.
  await lockOwner(ctx.tx, effect.customerUid);
  // The creation of a promotion code locks its creator. Always in this order.
  await lockOwner(ctx.tx, requestedBy);
  const day = dayOf(ctx.clock.now());
  let today = await movedAlone(ctx.tx, effect, day);
  if (effect.direction === "credit") {
    const { customerUid: ownerUid, currency } = effect;
    today += await givenAlone(ctx.tx, { ownerUid, createdBy: requestedBy, currency, day });
  }
  const before = [today, effect.alongMicros ?? 0n].reduce((most, each) => (each > most ? each : most));
  return effect.amountMicros + before > limit;
}

/** Records a step of a request in the audit log of the customer and of the requester. */
export const recordDecision = (
  { audit }: CommandContext,
  row: ApprovalRow,
  action: "approval_requested" | "approval_given" | "approval_refused",
): Promise<void> =>
  audit.record({
    subjectUid: row.ownerUid,
    relatedUid: row.requestedBy,
    action,
    subject: { type: "approval", id: String(row.id) },
    changes: [
      { field: row.kind, before: null, after: { amount: minorOfMicros(row.amountMicros), currency: row.currency } },
    ],
    details: { transaction: `approval-${row.id}`, ...(row.note ? { description: row.note } : {}) },
  });

const pendingOf = ({ id, requestedAt }: ApprovalRow): PendingApproval => ({ approvalId: id, requestedAt });
