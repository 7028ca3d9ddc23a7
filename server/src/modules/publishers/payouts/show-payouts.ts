import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { causeOf } from "@litfass/contract/publishers/payout-returns";
import type { Payout, publisherPayoutEndpoints } from "@litfass/contract/publishers/publisher-payouts";
import { minimumPayoutOf } from "@litfass/contract/settings/default-payouts";
import type { Platform } from "@litfass/platform/platform";
import { findPayoutTerms } from "@litfass/platform/settings/read-settings";
import { accruedFor } from "../../billing/index.ts";
import { accountTimeZone, reportPeriod } from "../../reporting/index.ts";
import { todayOf } from "../publisher-access.ts";
import { type PublisherRow, payeeOf } from "../publisher-sql.ts";
import { daysOf, lastWholeMonth } from "../statements/statement-month.ts";
import { statedBefore } from "../statements/statement-sql.ts";
import { findBlock } from "./block-sql.ts";
import { findPayout, type PayoutRow } from "./payout-sql.ts";

type Shown = CallOutput<(typeof publisherPayoutEndpoints)["showPublisherPayouts"]>;

const returnOf = ({ state, reasonCode }: PayoutRow): Pick<Payout, "reason_code" | "cause"> => ({
  reason_code: reasonCode,
  cause: state === "returned" || state === "rejected" ? causeOf(reasonCode) : null,
});

export const presentPayout = (row: PayoutRow): Payout => ({
  id: row.id,
  number: row.number,
  end_to_end_id: row.endToEndId,
  publisher: row.publisherId,
  publisher_name: row.publisherName,
  payment: row.paymentId,
  message_id: row.messageId,
  state: row.state,
  amount: minorOfMicros(row.amountMicros),
  currency: row.currency,
  iban: row.payee.iban,
  created_at: row.createdAt.toISOString(),
  executed_on: row.executedOn,
  returned_on: row.returnedOn,
  ...returnOf(row),
  reason_text: row.reasonText,
  is_blocking: row.isBlocking,
});

/** What of a publisher's share is carried over, and what stops its payment. */
export async function showPayouts({ db, clock }: Platform, publisher: PublisherRow): Promise<Shown> {
  const now = clock.now();
  const month = lastWholeMonth(todayOf(now));
  const terms = await findPayoutTerms(db);
  const { endAt } = reportPeriod(daysOf(month), accountTimeZone, now);
  const carried: Shown["carried"] = [];
  for (const [currency, accruedMicros] of await accruedFor(db, payeeOf(publisher.sellerId), endAt)) {
    const { micros, hasMonth } = await statedBefore(db, publisher.id, currency, month);
    const amount = minorOfMicros(accruedMicros - micros);
    if (hasMonth || amount <= 0) continue;
    const minimum = minimumPayoutOf(terms, month, currency);
    // What reaches the minimum is not carried over: its statement is about to be issued.
    if (amount < minimum) carried.push({ month, currency, amount, minimum });
  }
  const block = await findBlock(db, publisher.id);
  const payout = block && (await findPayout(db, block.payoutId));
  return {
    minimum: minimumPayoutOf(terms, month, publisher.currency),
    currency: publisher.currency,
    carried,
    block:
      block && payout
        ? {
            number: payout.number,
            amount: minorOfMicros(payout.amountMicros),
            currency: payout.currency,
            iban: payout.payee.iban,
            blocked_at: block.blockedAt.toISOString(),
            ...returnOf(payout),
          }
        : null,
  };
}
