import { actorName, actorUid } from "@litfass/platform/command/actor";
import type { CommandContext } from "@litfass/platform/command/command";
import { requestKey } from "./request-key.ts";

/** Metadata of a ledger entry: the person or job that posted it, when, and who requested it if it was approved. */
export function postedBy({ actor, approval, clock }: Pick<CommandContext, "actor" | "approval" | "clock">) {
  const job = actor.kind === "job" ? actorName(actor) : null;
  const details: Record<string, string | number> = {
    ...(job ? { job } : {}),
    ...(approval ? { requestedBy: approval.requestedBy, approval: approval.id } : {}),
  };
  return { actorUid: actorUid(actor) ?? undefined, at: clock.now(), details };
}

/** The ledger key of an approved effect. */
export const approvalKey = (approvalId: number): string => `approval:${approvalId}`;

/** The key of a command's effect, so that a repeated request has no second effect. */
export const effectKey = (ctx: CommandContext, what: string): string =>
  ctx.approval
    ? approvalKey(ctx.approval.id)
    : requestKey(ctx, what, actorUid(ctx.actor) ?? ctx.actor.kind, ctx.idempotencyKey);
