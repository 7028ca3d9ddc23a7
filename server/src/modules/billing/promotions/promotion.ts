import type { PromotionCode, PromotionState } from "@litfass/contract/billing/billing";
import { type Currency, minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { Problem } from "@litfass/platform/problem";
import { formatDay } from "../invoices/invoice.ts";

/** A code with its terms; they never change. */
export type Promotion = {
  id: number;
  code: string;
  /** What each redemption credits. */
  amountMicros: bigint;
  currency: Currency;
  /** Days in Zurich (YYYY-MM-DD), both inclusive. */
  firstOn: string;
  lastOn: string;
  maxRedemptions: number;
  redemptions: number;
  newCustomersOnly: boolean;
  minPaidMicros: bigint | null;
  note: string;
  isEnded: boolean;
  createdAt: Date;
  createdBy: string;
  createdByName: string;
};

/** What decides whether a customer may redeem a code. */
export type Redeemer = {
  currency: Currency;
  hasRedeemed: boolean;
  /** Whether anything was ever paid, also if it was refunded later. */
  hasPaid: boolean;
  /** Paid budget without VAT, less refunds. */
  paidMicros: bigint;
};

/** The one spelling of a code: upper case, without the spaces that copying adds. */
export const codeOf = (typed: string): string => typed.replaceAll(/\s/g, "").toUpperCase();

/** The state of a code on a day; the list's filter in `promotion-list-sql.ts` is the same. */
export function stateOf(promotion: Promotion, today: string): PromotionState {
  if (promotion.isEnded) return "ended";
  if (today > promotion.lastOn) return "expired";
  if (promotion.redemptions >= promotion.maxRedemptions) return "used_up";
  return today < promotion.firstOn ? "scheduled" : "active";
}

const refusal = (
  key:
    | "promotion.already_used"
    | "promotion.currency"
    | "promotion.expired"
    | "promotion.min_paid"
    | "promotion.new_only"
    | "promotion.not_yet"
    | "promotion.unknown"
    | "promotion.used_up",
  values: Record<string, string> = {},
): Problem => new Problem("invalid", { errors: { code: [key] }, values });

/** @throws 422 at `code` for a code that does not exist. */
export const unknownCode = (): Problem => refusal("promotion.unknown");

/** @throws 422 at `code`, with the first reason why this customer may not redeem it today. */
export function checkRedemption(promotion: Promotion, redeemer: Redeemer, today: string): void {
  const { currency, minPaidMicros, newCustomersOnly } = promotion;
  if (redeemer.hasRedeemed) throw refusal("promotion.already_used");
  const state = stateOf(promotion, today);
  if (state === "ended" || state === "expired") throw refusal("promotion.expired");
  if (redeemer.currency !== currency) throw refusal("promotion.currency", { currency });
  if (state === "used_up") throw refusal("promotion.used_up");
  if (state === "scheduled") throw refusal("promotion.not_yet", { date: formatDay(promotion.firstOn) });
  if (newCustomersOnly && redeemer.hasPaid) throw refusal("promotion.new_only");
  if (minPaidMicros !== null && redeemer.paidMicros < minPaidMicros) {
    throw refusal("promotion.min_paid", { amount: moneyText(minorOfMicros(minPaidMicros), currency) });
  }
}

/** A code in the format of the API. */
export const presentPromotion = (promotion: Promotion, today: string): PromotionCode => ({
  id: promotion.id,
  code: promotion.code,
  state: stateOf(promotion, today),
  amount: minorOfMicros(promotion.amountMicros),
  currency: promotion.currency,
  first_on: promotion.firstOn,
  last_on: promotion.lastOn,
  max_redemptions: promotion.maxRedemptions,
  redemptions: promotion.redemptions,
  new_customers_only: promotion.newCustomersOnly,
  min_paid: promotion.minPaidMicros === null ? null : minorOfMicros(promotion.minPaidMicros),
  note: promotion.note,
  created_at: promotion.createdAt.toISOString(),
  created_by_name: promotion.createdByName,
});
