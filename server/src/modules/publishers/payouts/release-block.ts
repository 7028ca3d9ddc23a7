import { actorUid, callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict } from "@litfass/platform/problem";
import { auditSubjectOf, lockOpenPublisher } from "../publisher-access.ts";
import { findBlock, releaseBlock } from "./block-sql.ts";

/** Allows payments to a publisher again. @throws 404 for an unknown one, 409 if nothing stops its payment */
export const releasePayouts = command({
  name: "publishers.release_payouts",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ publisher: number }>): Promise<void> {
    const { tx, clock, actor } = ctx;
    const { id } = await lockOpenPublisher(tx, callerOf(actor), input.publisher, clock.now());
    const block = await findBlock(tx, id);
    if (block === null) throw conflict("not_blocked", "publishers.not_blocked");
    await releaseBlock(tx, block.id, { by: actorUid(actor), at: clock.now() });
    await ctx.audit.record({
      subject: auditSubjectOf(id),
      changes: [{ field: "payout_block", before: "blocked", after: "released" }],
    });
  },
});
