import { actorName, actorUid } from "@litfass/platform/command/actor";
import type { CommandContext } from "@litfass/platform/command/command";
import { requestKey } from "./request-key.ts";

/** What a ledger entry says of the command that posts it: who (or which job), when, and after an approval who requested it. */
export function postedBy({ actor, approval, clock }: Pick<CommandContext, "actor" | "approval" | "clock">) {
  const job = actor.kind === "job" ? actorName(actor) : null;
  const details: Record<string, string | number> = {
    ...(job ? { job } : {}),
    ...(approval ? { requestedBy: approval.requestedBy, approval: approval.id } : {}),
  };
  return { actorUid: actorUid(actor) ?? undefined, at: clock.now(), details };
}

/** The ledger key of an effect that is approved. */
export const approvalKey = (approvalId: number): string => `approval:${approvalId}`;

/** The key under which a command's effect is written, so that the same request never has a second one. */
export const effectKey = (ctx: CommandContext, what: string): string =>
  ctx.approval
    ? approvalKey(ctx.approval.id)
    : requestKey(ctx, what, actorUid(ctx.actor) ?? ctx.actor.kind, ctx.idempotencyKey);
