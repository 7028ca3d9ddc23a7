import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { changesBetween } from "@litfass/platform/audit/audit";
import type { CommandContext } from "@litfass/platform/command/command";
import type { OrderRow } from "../tables.ts";

type Value = Parameters<typeof changesBetween>[0][string];

export const moneyOf = ({ amountMicros, currency }: Pick<OrderRow, "amountMicros" | "currency">) => ({
  amount: minorOfMicros(amountMicros),
  currency,
});

/** Records a step of an order in its customer's audit log. */
export function recordOrder(
  { audit }: CommandContext,
  action: "order_opened" | "order_changed" | "order_status_changed" | "order_cancelled" | "order_deleted",
  order: OrderRow,
  values: Record<string, [before: Value, after: Value]>,
): Promise<void> {
  const changes = Object.entries(values)
    .map(([field, [before, after]]) => ({ field, before, after }))
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  return audit.record({
    subjectUid: order.ownerUid,
    action,
    subject: { type: "order", id: String(order.id) },
    changes,
    details: { order: order.id, ...(order.description ? { description: order.description } : {}) },
  });
}
