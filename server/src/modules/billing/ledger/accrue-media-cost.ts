import type { Currency } from "@litfass/contract/kernel/money";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { line, linesOf, mediaPayable, platformAccount } from "./ledger.ts";
import { postEntry } from "./ledger-sql.ts";

type AccrueMediaCost = {
  exchange: string;
  currency: Currency;
  /** Clearing prices and fees of `impressions`, in micros. */
  amountMicros: bigint;
  impressions: number;
  key: string;
  at: Date;
};

/**
 * Books what an exchange will invoice for shown impressions: the cost of media against the amount owed to this
 * exchange. A repeated key changes nothing.
 */
export async function accrueMediaCost(tx: Transaction, input: AccrueMediaCost): Promise<void> {
  const { exchange, currency, amountMicros, impressions, key, at } = input;
  if (amountMicros <= 0n) return;
  await postEntry(tx, {
    key,
    kind: "media_cost",
    details: { exchange, impressions },
    at,
    lines: linesOf(
      line(platformAccount("media_cost", currency), -amountMicros),
      line(mediaPayable(exchange, currency), amountMicros),
    ),
  });
}
