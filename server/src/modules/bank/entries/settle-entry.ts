import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict, notFound } from "@litfass/platform/problem";
import { decideEntry, lockEntry } from "./entry-sql.ts";

/** Notes that an entry needs no booking here. @throws 404, 409 for one that is booked or done */
export const settleEntry = command({
  name: "bank.settle_entry",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ entry: number; note: string }>): Promise<void> {
    const entry = await lockEntry(ctx.tx, input.entry);
    if (entry === null) throw notFound();
    if (entry.state !== "suggestion" && entry.state !== "unknown") throw conflict("entry_closed", "bank.entry_closed");
    const decision = { by: actorUid(ctx.actor), at: ctx.clock.now(), note: input.note };
    await decideEntry(ctx.tx, entry.id, { state: "done", reason: "by_hand", ...decision });
    await ctx.audit.record({
      subject: { type: "bank_entry", id: String(entry.id) },
      changes: [{ field: "state", before: entry.state, after: "done" }],
      details: { description: input.note },
    });
  },
});
