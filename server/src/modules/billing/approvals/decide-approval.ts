import type { Approval } from "@litfass/contract/billing/billing";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { conflict, forbidden, notFound } from "@litfass/platform/problem";
import { entryOfKey } from "../ledger/ledger-sql.ts";
import { approvalKey } from "../posted-by.ts";
import { presentApprovals } from "./approval.ts";
import { recordDecision } from "./approval-policy.ts";
import { type ApprovalRow, decideApproval, lockApproval } from "./approval-sql.ts";

type Decision = { id: number; note: string | null };

/** A pending request, locked. @throws 403 for the requester, 404, 409 if already decided. */
async function lockPending(ctx: CommandContext, id: number): Promise<ApprovalRow> {
  const row = await lockApproval(ctx.tx, id);
  if (!row) throw notFound();
  if (row.requestedBy === callerOf(ctx.actor).uid) throw forbidden("approval.own");
  if (row.state !== "pending") throw conflict("approval_decided", "approval.decided");
  return row;
}

async function decide(
  ctx: CommandContext,
  { id, note }: Decision,
  decision: Pick<ApprovalRow, "state" | "entryId">,
): Promise<Approval> {
  const caller = callerOf(ctx.actor);
  const decided = await decideApproval(ctx.tx, id, {
    ...decision,
    decidedBy: caller.uid,
    decidedAt: ctx.clock.now(),
    note,
  });
  await recordDecision(ctx, decided, decision.state === "approved" ? "approval_given" : "approval_refused");
  const [presented] = await presentApprovals(ctx.tx, caller, [decided], ctx.lang);
  if (!presented) throw new Error(`Request ${id} cannot be shown`);
  return presented;
}

/**
 * Executes a request in the transaction that records the approval.
 * @throws 403 for the requester, 404, 409 if already decided; 422 if the money is no longer available.
 */
export const approveMoney = command({
  name: "billing.approve_money",
  errors: ["not_found", "conflict", "unavailable"],
  async run({ ctx, input }: CommandCall<Decision>): Promise<Approval> {
    const { id, kind, command: name, request, requestedBy } = await lockPending(ctx, input.id);
    await ctx.runApproved(name, request, { id, requestedBy });
    const entryId = await entryOfKey(ctx.tx, approvalKey(id));
    // Promotion codes and customer prices are only promises; what is redeemed or sold is booked.
    if (entryId === null && kind !== "promotion" && kind !== "price")
      throw new Error(`${name} posted no entry for the approved request ${id}`);
    return decide(ctx, input, { state: "approved", entryId });
  },
});

/** Rejects a request. @throws like `approveMoney`. */
export const rejectMoney = command({
  name: "billing.reject_money",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<Decision>): Promise<Approval> {
    await lockPending(ctx, input.id);
    return decide(ctx, input, { state: "rejected", entryId: null });
  },
});
