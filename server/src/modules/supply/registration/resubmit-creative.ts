import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict, notFound } from "@litfass/platform/problem";
import { lockRegistration, waitAgain } from "./registration-sql.ts";

/** Hands a rejected or failed creative in again. @throws 404 for an unknown one, 409 for one that is under review or approved */
export const resubmitCreative = command({
  name: "supply.resubmit_creative",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { exchange, id } }: CommandCall<{ exchange: string; id: string }>): Promise<void> {
    const status = await lockRegistration(ctx.tx, exchange, id);
    if (status === null) throw notFound();
    if (status !== "rejected" && status !== "failed") throw conflict("creative_not_rejected", "exchanges.not_rejected");
    await waitAgain(ctx.tx, exchange, id, ctx.clock.now());
    await ctx.audit.record({
      subject: { type: "exchange", id: exchange },
      changes: [{ field: `creative ${id}`, before: status, after: "waiting" }],
    });
  },
});
