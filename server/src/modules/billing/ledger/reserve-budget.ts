import type { Currency } from "@litfass/contract/kernel/money";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { available, InsufficientFunds, line, linesOf, reserved } from "./ledger.ts";
import { postEntry } from "./ledger-sql.ts";

type ReserveBudget = {
  campaignId: number;
  ownerUid: string;
  currency: Currency;
  amountMicros: bigint;
  /** A repeated key changes nothing. */
  key: string;
  /** The campaign's name. */
  description?: string;
  at?: Date;
};

/**
 * Reserves a campaign's budget from the owner's available money (PAY-002).
 * @throws a 422 at `total_budget` if less is available; the transaction is then aborted.
 */
export async function reserveBudget(tx: Transaction, input: ReserveBudget): Promise<void> {
  if (input.amountMicros <= 0n) throw invalid({ total_budget: ["amount.positive"] });
  const { ownerUid, campaignId, currency, amountMicros } = input;
  try {
    await postEntry(tx, {
      key: input.key,
      kind: "reservation",
      description: input.description,
      details: { campaign: campaignId },
      at: input.at,
      lines: linesOf(
        line(available(ownerUid, currency), -amountMicros),
        line(reserved(ownerUid, campaignId, currency), amountMicros),
      ),
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) throw invalid({ total_budget: ["balance.insufficient"] });
    throw error;
  }
}
