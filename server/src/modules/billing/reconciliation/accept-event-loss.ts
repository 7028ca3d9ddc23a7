import type { Actor } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { jobActor, runCommand } from "../run-command.ts";
import { eventPairs } from "./reconcile-events.ts";
import { formatExactly } from "./reconciliation.ts";
import { type EventLoss, insertEventLosses } from "./reconciliation-campaigns-sql.ts";
import { eventSides, type ReconciliationWork, runReconciliation } from "./run-reconciliation.ts";

/** A loss with the currency of its campaign, for the audit entry. */
type NamedLoss = EventLoss & { currency: string };

/**
 * Records that the events of charges are lost. It has no `money`: ledger, balances, budgets, invoices and payouts stay as they
 * are, so no person gains anything that a second one would have to approve. What it takes away is a difference, which
 * `acceptEventLoss` mails to the accountants first; the audit entry names who accepted how much (docs/decisions/0078).
 */
export const recordEventLosses = command({
  name: "billing.record_event_losses",
  errors: [],
  async run({ ctx, input: losses }: CommandCall<NamedLoss[]>) {
    await insertEventLosses(ctx.tx, losses, ctx.clock.now());
    const sums = new Map<string, bigint>();
    for (const { currency, micros } of losses) sums.set(currency, (sums.get(currency) ?? 0n) + micros);
    const amounts = [...sums].map(([currency, micros]) => `${currency} ${formatExactly(micros)}`).join(", ");
    await ctx.audit.record({
      subject: { type: "reconciliation", id: "counted_events" },
      details: { description: `${amounts}; campaigns: ${losses.length}` },
    });
  },
});

/**
 * After the event store was lost: accepts that the events of settled charges are missing, so that the reconciliation counts
 * from here on. Charges of events that were never settled remain a difference. The books are reconciled before, so that
 * the accountants are mailed what is accepted without them.
 * @returns the number of campaigns with missing events
 */
export async function acceptEventLoss(work: ReconciliationWork, actor: Actor): Promise<number> {
  const { platform, execute, sources } = work;
  let campaigns = 0;
  for await (const page of eventPairs(eventSides(platform.db, sources))) {
    const missing = page.filter(({ left, right }) => left < right);
    if (missing.length === 0) continue;
    if (campaigns === 0) await runReconciliation(work, jobActor("billing.accept-event-loss"));
    const losses = missing.map(({ campaignId, currency, left, right }) => ({
      campaignId,
      currency: currency ?? "",
      micros: right - left,
    }));
    await runCommand(execute, recordEventLosses, actor, losses);
    campaigns += losses.length;
  }
  if (campaigns > 0) platform.log.warn({ campaigns }, "events of settled charges are accepted as lost");
  return campaigns;
}
