import type { Language } from "@litfass/contract/kernel/language";
import { microsPerMinor } from "@litfass/contract/kernel/money";
import type { CommandContext } from "@litfass/platform/command/command";
import { textIn } from "../invoices/invoice.ts";
import { creditDiscount } from "../ledger/credit.ts";
import { available, line, linesOf, platformAccount } from "../ledger/ledger.ts";
import { postEntry } from "../ledger/ledger-sql.ts";
import { postedBy } from "../posted-by.ts";
import type { OrderRow, PaymentRow } from "../tables.ts";
import type { Movement } from "../transactions/transaction.ts";
import { findDiscountOfEntry } from "./discount-sql.ts";

type Sale = Pick<PaymentRow | OrderRow, "currency" | "discountMicros" | "discountTerms" | "plan">;
type Booking = { ownerUid: string; key: string; paidEntry: bigint; sale: Sale; language: Language };

/**
 * Credits the part of the list price that the customer did not pay, so that a discounted plan buys as many impressions.
 * The entry names the one of the payment, and is taken back with it.
 */
export async function bookDiscount(ctx: CommandContext, booking: Booking): Promise<void> {
  const { ownerUid, key, paidEntry, sale, language } = booking;
  if (sale.discountMicros === 0n || !sale.discountTerms) return;
  const by = postedBy(ctx);
  await creditDiscount(ctx.tx, {
    ...by,
    ownerUid,
    currency: sale.currency,
    amountMicros: sale.discountMicros,
    key: `${key}:discount`,
    description: textIn(sale.discountTerms.texts, language),
    details: { ...by.details, discounts: paidEntry.toString() },
  });
}

/** A refund's part of a sum, in whole minor units; the last part takes the remainder. */
export function partOf(
  totalMicros: bigint,
  movement: Pick<Movement, "amountMicros" | "refundedMicros">,
  amountMicros: bigint,
): bigint {
  const upTo = (micros: bigint): bigint =>
    ((totalMicros * micros) / movement.amountMicros / microsPerMinor) * microsPerMinor;
  const before = movement.refundedMicros;
  const after = before + amountMicros;
  return (after === movement.amountMicros ? totalMicros : upTo(after)) - upTo(before);
}

/**
 * Takes back the discount of what is refunded: nobody keeps budget on top of money that was paid back.
 * @throws InsufficientFunds if the customer has spent it.
 */
export async function takeBackDiscount(
  ctx: CommandContext,
  { movement, amountMicros, key }: { movement: Movement; amountMicros: bigint; key: string },
): Promise<void> {
  const discount = await findDiscountOfEntry(ctx.tx, movement.entryId);
  if (!discount) return;
  const { ownerUid, currency } = movement;
  const part = partOf(discount.micros, movement, amountMicros);
  if (part === 0n) return;
  const by = postedBy(ctx);
  await postEntry(ctx.tx, {
    ...by,
    key: `${key}:discount`,
    kind: "discount",
    fund: "manual",
    description: discount.description,
    details: { ...by.details, discounts: movement.entryId.toString() },
    reverses: discount.entryId,
    lines: linesOf(line(available(ownerUid, currency), -part), line(platformAccount("discount", currency), part)),
  });
}
