import type { Language } from "@litfass/contract/kernel/language";
import { type TextsOf, t } from "../texts.ts";

/**
 * Why a card was declined and what to do, by the processor's code (docs.stripe.com/declines/codes). A card reported
 * lost or stolen is only called unusable, so as not to alert its holder.
 */
const failures: Record<string, Parameters<TextsOf<"failure">>[0]> = {
  card_declined: "declined",
  generic_decline: "declined",
  do_not_honor: "declined",
  call_issuer: "declined",
  no_action_taken: "declined",
  transaction_not_allowed: "declined",
  insufficient_funds: "insufficient_funds",
  withdrawal_count_limit_exceeded: "over_limit",
  card_velocity_exceeded: "over_limit",
  expired_card: "expired_card",
  incorrect_cvc: "incorrect_cvc",
  invalid_cvc: "incorrect_cvc",
  incorrect_number: "incorrect_number",
  card_not_supported: "card_not_supported",
  currency_not_supported: "currency_not_supported",
  lost_card: "unusable",
  stolen_card: "unusable",
  pickup_card: "unusable",
  restricted_card: "unusable",
  fraudulent: "unusable",
  processing_error: "later",
  issuer_not_available: "later",
  try_again_later: "later",
  reenter_transaction: "later",
  authentication_required: "not_confirmed",
  payment_intent_authentication_failure: "not_confirmed",
  expired: "expired",
  cancelled: "cancelled",
  not_started: "not_started",
};

/** The message of a failure code in the reader's language; null without a failure. */
export const failureText = (code: string | null, language: Language): string | null =>
  code === null ? null : t(language, `failure.${failures[code] ?? "declined"}`);
