import type { PlanId, Transaction } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/language";
import { type Currency, formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { EntryKind } from "../ledger/ledger.ts";
import { bookedOf } from "../plans/plan.ts";
import { bookingName } from "../plans/plan-texts.ts";
import { t } from "../texts.ts";

/** A ledger entry from one customer's view. */
export type Movement = {
  entryId: bigint;
  ownerUid: string;
  userName: string;
  kind: EntryKind;
  description: string;
  details: { plan?: PlanId; months?: number; campaign?: number; invoice?: string };
  amountMicros: bigint;
  refundedMicros: bigint;
  currency: Currency;
  at: Date;
};

/** Entries that can be refunded, in full or in part. */
export const refundableKinds: EntryKind[] = ["card_top_up", "package", "order", "manual", "subsidy", "plan"];

/** The description of a movement in the reader's language: its kind and note. */
export function describe(movement: Pick<Movement, "kind" | "description" | "details">, language: Language): string {
  const kind = t(language, `entry.${movement.kind}`);
  const { plan, months } = movement.details;
  const withNote = (note: string): string => t(language, "entry_with_note", { kind, note });
  if (plan) return withNote(bookingName(bookedOf(plan, months), language));
  const isOwnText = movement.description !== "" && movement.kind !== "card_top_up";
  return isOwnText ? withNote(movement.description) : kind;
}

/** What is left to refund, in micros. */
export const refundableMicros = (movement: Movement): bigint =>
  refundableKinds.includes(movement.kind) ? movement.amountMicros - movement.refundedMicros : 0n;

/** A movement in the format of the API. */
export function presentMovement(movement: Movement, language: Language): Transaction {
  const amount = minorOfMicros(movement.amountMicros);
  return {
    id: movement.entryId.toString(),
    kind: movement.kind,
    description: describe(movement, language),
    amount,
    amount_formatted: formatMinor(amount),
    currency: movement.currency,
    campaign_id: movement.details.campaign ?? null,
    created_at: movement.at.toISOString(),
  };
}
