import type { Currency } from "@litfass/contract/kernel/money";

/**
 * Accounts of the platform. A customer's money is on `available` and, per campaign, on `reserved`; what is owed to an
 * exchange or a publisher is on its `media_payable` until its invoice is accepted or its credit note is issued, and
 * then on its `media_invoiced`. What a file for the bank transfers to publishers is on `payouts_in_transit` until the
 * bank has executed it.
 */
export type PlatformAccount =
  | "card_clearing"
  | "bank"
  | "revenue"
  | "services"
  | "vat"
  | "manual_credit"
  | "subsidy"
  | "plan_credit"
  | "guarantee"
  | "promotion"
  | "discount"
  | "media_cost"
  | "payouts_in_transit"
  | "bank_charges";

export type Account =
  | { kind: "available"; ownerUid: string; currency: Currency }
  | { kind: "reserved"; ownerUid: string; campaignId: number; currency: Currency }
  | { kind: "media_payable" | "media_invoiced"; exchange: string; currency: Currency }
  | { kind: PlatformAccount; currency: Currency };

export type Line = { account: Account; amountMicros: bigint };

export type EntryKind =
  | "card_top_up"
  | "package"
  | "order"
  | "service"
  | "manual"
  | "subsidy"
  | "plan"
  | "guarantee"
  | "promotion"
  | "discount"
  | "passed_on"
  | "refund"
  | "refund_by_bank"
  | "reservation"
  | "release"
  | "spend"
  | "media_cost"
  | "media_invoice"
  | "publisher_credit"
  | "publisher_order"
  | "publisher_payment"
  | "publisher_return"
  | "publisher_order_canceled";

/** The customer's sum that a top-up adds to: paid by card, or granted or paid by invoice. */
export type Fund = "stripe" | "manual";

export type Entry = {
  /** A repeated posting with this key changes nothing. */
  key: string;
  kind: EntryKind;
  fund?: Fund;
  description?: string;
  details?: Record<string, string | number>;
  reverses?: bigint;
  actorUid?: string;
  /** When it happened; defaults to the transaction's time. */
  at?: Date;
  lines: Line[];
};

export const available = (ownerUid: string, currency: Currency): Account => ({
  kind: "available",
  ownerUid,
  currency,
});
export const reserved = (ownerUid: string, campaignId: number, currency: Currency): Account => ({
  kind: "reserved",
  ownerUid,
  campaignId,
  currency,
});
export const mediaPayable = (exchange: string, currency: Currency): Account => ({
  kind: "media_payable",
  exchange,
  currency,
});
export const mediaInvoiced = (exchange: string, currency: Currency): Account => ({
  kind: "media_invoiced",
  exchange,
  currency,
});
export const platformAccount = (kind: PlatformAccount, currency: Currency): Account => ({ kind, currency });

/** A line; `null` for an amount of zero, because such lines are not stored. */
export const line = (account: Account, amountMicros: bigint): Line | null =>
  amountMicros === 0n ? null : { account, amountMicros };

/** The lines with a nonzero amount. */
export const linesOf = (...lines: (Line | null)[]): Line[] => lines.filter((each) => each !== null);

/** An account of a customer would become negative. */
export class InsufficientFunds extends Error {
  override name = "InsufficientFunds";
}

/** A ledger key was used before for an entry with other lines. */
export class LedgerKeyReused extends Error {
  override name = "LedgerKeyReused";
}
