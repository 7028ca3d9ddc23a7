import type { Transaction } from "@litfass/platform/postgres/postgres";
import { line, linesOf, platformAccount, reserved } from "./ledger.ts";
import { lockReservation, postEntry, postedAmount } from "./ledger-sql.ts";

type ConsumeSpend = { campaignId: number; amountMicros: bigint; key: string; at?: Date };

/**
 * Books delivered impressions from the campaign's reservation to revenue, never more than is reserved. Anything
 * beyond (late impressions) is the operator's loss. Returns the micros taken; a repeated key takes nothing and
 * returns the first result.
 */
export async function consumeSpend(tx: Transaction, input: ConsumeSpend): Promise<bigint> {
  const reservation = await lockReservation(tx, input.campaignId);
  const before = await postedAmount(tx, input.key, "revenue");
  if (before !== null) return before;
  if (!reservation || input.amountMicros <= 0n) return 0n;
  const { ownerUid, currency, balanceMicros } = reservation;
  const taken = input.amountMicros < balanceMicros ? input.amountMicros : balanceMicros;
  if (taken === 0n) return 0n;
  await postEntry(tx, {
    key: input.key,
    kind: "spend",
    details: { campaign: input.campaignId },
    at: input.at,
    lines: linesOf(
      line(reserved(ownerUid, input.campaignId, currency), -taken),
      line(platformAccount("revenue", currency), taken),
    ),
  });
  return taken;
}
