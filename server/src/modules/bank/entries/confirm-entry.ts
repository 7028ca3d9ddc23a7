import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command, type MoneyEffect } from "@litfass/platform/command/command";
import { conflict, notFound, Problem } from "@litfass/platform/problem";
import { changeOrderStatus } from "../../billing/index.ts";
import { findPayout, lockPayouts, returnPayout } from "../../publishers/index.ts";
import { decideEntry, lockEntry, type StoredEntry } from "./entry-sql.ts";
import { chargesOn } from "./match-entries.ts";

/** `id`: the order that the entry pays, pinned for the second person. */
type Confirmation = { entry: number; id?: number };

/**
 * Confirms what an entry suggests. A customer's payment marks the order as paid, under the rules for orders: above the
 * limit a second person decides. A payout that came back is owed to the publisher again.
 * @throws 404, 409 for an entry without a suggestion and for an order or a payout that has changed
 */
export const confirmEntry = command({
  name: "bank.confirm_entry",
  errors: ["not_found", "conflict"],
  async money({ ctx, input }: CommandCall<Confirmation>): Promise<MoneyEffect | null> {
    const { orderId } = await lockSuggestion(ctx, input);
    if (orderId === null) return null;
    const effect = (await changeOrderStatus.money?.({ ctx, input: paid(orderId) })) ?? null;
    return effect && { ...effect, input: { entry: input.entry, id: orderId } };
  },
  async run({ ctx, input }: CommandCall<Confirmation>): Promise<{ approval: null }> {
    const entry = await lockSuggestion(ctx, input);
    const { orderId, payoutId } = entry;
    if (orderId !== null) await payOrder(ctx, orderId);
    else if (payoutId !== null) await sendBack(ctx, entry, payoutId);
    await decideEntry(ctx.tx, entry.id, {
      state: orderId === null ? "returned" : "matched",
      reason: null,
      by: ctx.approval?.requestedBy ?? actorUid(ctx.actor),
      at: ctx.clock.now(),
      note: null,
    });
    return { approval: null };
  },
});

const paid = (id: number) => ({ id, status: "paid" as const });

async function lockSuggestion({ tx }: CommandContext, { entry: id, id: order }: Confirmation): Promise<StoredEntry> {
  // Before the entry, as an import does.
  await lockPayouts(tx);
  const entry = await lockEntry(tx, id);
  if (entry === null) throw notFound();
  if (entry.state !== "suggestion" || (order !== undefined && entry.orderId !== order)) {
    throw conflict("no_suggestion", "bank.no_suggestion");
  }
  return entry;
}

async function payOrder(ctx: CommandContext, orderId: number): Promise<void> {
  try {
    await changeOrderStatus.run({ ctx, input: paid(orderId) });
  } catch (error) {
    // It is paid or rejected already, or not approved yet.
    if (error instanceof Problem && error.kind === "invalid") throw conflict("order_changed", "bank.order_changed");
    throw error;
  }
}

async function sendBack(ctx: CommandContext, entry: StoredEntry, payoutId: number): Promise<void> {
  const payout = await findPayout(ctx.tx, payoutId);
  if (payout?.state !== "executed") throw conflict("no_suggestion", "bank.no_suggestion");
  const { valueOn: on, bankReference, returnCode: code, returnText: text } = entry;
  const chargesMicros = chargesOn(entry, payout) ?? 0n;
  await returnPayout(ctx, payout, { on, entryId: entry.id, bankReference, code, text, chargesMicros });
}
