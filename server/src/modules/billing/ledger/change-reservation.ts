import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { available, line, linesOf, reserved } from "./ledger.ts";
import { postEntry, sumsOf } from "./ledger-sql.ts";
import { reserveBudget } from "./reserve-budget.ts";

type ChangeReservation = {
  campaignId: number;
  ownerUid: string;
  currency: Currency;
  /** Above 0 it is taken from the owner's available money, below 0 it goes back there. */
  byMicros: bigint;
  /** A repeated key changes nothing. */
  key: string;
  /** The campaign's name. */
  description: string;
  at: Date;
};

/**
 * Changes what is set aside for a running campaign.
 * @throws a 422 at `total_budget` where less is available; `InsufficientFunds` where more than is reserved would go back.
 */
export async function changeReservation(tx: Transaction, input: ChangeReservation): Promise<void> {
  const { byMicros, campaignId, ownerUid, currency, key, description, at } = input;
  if (byMicros > 0n) {
    await reserveBudget(tx, { campaignId, ownerUid, currency, amountMicros: byMicros, key, description, at });
    return;
  }
  if (byMicros === 0n) return;
  await postEntry(tx, {
    key,
    kind: "release",
    description,
    details: { campaign: campaignId },
    at,
    lines: linesOf(
      line(reserved(ownerUid, campaignId, currency), byMicros),
      line(available(ownerUid, currency), -byMicros),
    ),
  });
}

/** What an owner has available in one currency, in micros. */
export const availableMicrosOf = async (db: Executor, ownerUid: string, currency: Currency): Promise<bigint> =>
  (await sumsOf(db, ownerUid, currency)).availableMicros;
