import type { Actor } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { runCommand } from "../run-command.ts";
import { eventPairs } from "./reconcile-events.ts";
import { type EventLoss, insertEventLosses } from "./reconciliation-campaigns-sql.ts";
import { eventSides, type ReconciliationSources } from "./run-reconciliation.ts";

/** Records that the events of charges are lost. The charges themselves, and so the books, stay as they are. */
export const recordEventLosses = command({
  name: "billing.record_event_losses",
  errors: [],
  async run({ ctx, input: losses }: CommandCall<EventLoss[]>) {
    await insertEventLosses(ctx.tx, losses, ctx.clock.now());
    const micros = losses.reduce((sum, loss) => sum + loss.micros, 0n);
    await ctx.audit.record({
      subject: { type: "reconciliation", id: "counted_events" },
      details: { description: `${losses.length} campaigns, ${micros} micros` },
    });
  },
});

/**
 * After the event store was lost: accepts that the events of settled charges are missing, so that the reconciliation counts
 * from here on. Charges of events that were never settled remain a difference.
 * @returns the number of campaigns with missing events
 */
export async function acceptEventLoss<Services>(
  execute: Execute<Services>,
  { db, log }: Pick<Platform, "db" | "log">,
  sources: ReconciliationSources,
  actor: Actor,
): Promise<number> {
  let campaigns = 0;
  for await (const page of eventPairs(eventSides(db, sources))) {
    const missing = page.filter(({ left, right }) => left < right);
    if (missing.length === 0) continue;
    const losses = missing.map(({ campaignId, left, right }) => ({ campaignId, micros: right - left }));
    await runCommand(execute, recordEventLosses, actor, losses);
    campaigns += losses.length;
  }
  if (campaigns > 0) log.warn({ campaigns }, "events of settled charges are accepted as lost");
  return campaigns;
}
