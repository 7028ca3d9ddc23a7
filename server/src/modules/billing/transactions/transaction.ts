import type { PlanId, Transaction } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/messages";
import { type Currency, formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { EntryKind } from "../ledger/ledger.ts";
import { bookingName } from "../plans/plan-texts.ts";

/** A ledger entry as it moved one customer's available money. */
export type Movement = {
  entryId: bigint;
  ownerUid: string;
  userName: string;
  kind: EntryKind;
  description: string;
  details: { plan?: PlanId; campaign?: number; invoice?: string };
  amountMicros: bigint;
  refundedMicros: bigint;
  currency: Currency;
  at: Date;
};

const kindTexts: Record<EntryKind, [en: string, de: string]> = {
  card_top_up: ["Card payment", "Kartenzahlung"],
  package: ["Package by card", "Paket mit Karte"],
  service: ["Service", "Dienstleistung"],
  order: ["Order by invoice", "Bestellung auf Rechnung"],
  manual: ["Credit added by Litfass", "Gutschrift durch Litfass"],
  subsidy: ["Subsidy", "Förderbeitrag"],
  plan: ["Package booked by Litfass", "Paket durch Litfass gebucht"],
  guarantee: ["Visibility guarantee", "Sichtbarkeitsgarantie"],
  passed_on: ["Passed on by the account manager", "Weitergabe durch Kundenbetreuer"],
  refund: ["Refund", "Rückerstattung"],
  refund_by_bank: ["Refund paid by bank transfer", "Rückerstattung per Banküberweisung"],
  reservation: ["Reserved for a campaign", "Für eine Kampagne reserviert"],
  release: ["Returned from a campaign", "Von einer Kampagne zurück"],
  spend: ["Delivered impressions", "Ausgelieferte Einblendungen"],
};

/** Entries that can be refunded, in full or in part. */
export const refundableKinds: EntryKind[] = ["card_top_up", "package", "order", "manual", "subsidy", "plan"];

/** What the movement was, in the reader's language: its kind, and what was written to it. */
export function describe(movement: Pick<Movement, "kind" | "description" | "details">, language: Language): string {
  const kind = kindTexts[movement.kind][language === "de" ? 1 : 0];
  const { plan } = movement.details;
  if (plan) return `${kind}: ${bookingName(plan, language)}`;
  const isOwnText = movement.description !== "" && movement.kind !== "card_top_up";
  return isOwnText ? `${kind}: ${movement.description}` : kind;
}

/** What is left to refund, in micros. */
export const refundableMicros = (movement: Movement): bigint =>
  refundableKinds.includes(movement.kind) ? movement.amountMicros - movement.refundedMicros : 0n;

/** A movement as the wire shows it. */
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
