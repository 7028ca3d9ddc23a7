export type Brand = "amex" | "discover" | "jcb" | "mastercard" | "unionpay" | "visa";

export type TestCard = {
  number: string;
  brand: Brand;
  country: string;
  /** The outcome of a payment: success, required confirmation, or this decline code. */
  outcome: "succeeds" | "refund_fails" | "confirms" | "confirms_then_declines" | "kept_then_declines" | Refusal;
  /** The token that names the card in tests. */
  token: string;
};

export type Refusal =
  | "expired_card"
  | "generic_decline"
  | "incorrect_cvc"
  | "insufficient_funds"
  | "lost_card"
  | "processing_error";

const card = (
  number: string,
  brand: Brand,
  country: string,
  outcome: TestCard["outcome"],
  token: string,
): TestCard => ({
  number,
  brand,
  country,
  outcome,
  token,
});

/** The cards of Stripe's test mode (docs.stripe.com/testing). */
export const testCards: TestCard[] = [
  card("4242424242424242", "visa", "US", "succeeds", "pm_card_visa"),
  card("4000000000000002", "visa", "US", "generic_decline", "pm_card_visa_chargeDeclined"),
  card("4000000000009995", "visa", "US", "insufficient_funds", "pm_card_visa_chargeDeclinedInsufficientFunds"),
  card("4000002500003155", "visa", "US", "confirms", "pm_card_authenticationRequiredOnSetup"),
  card("4000000000003220", "visa", "US", "confirms", "pm_card_threeDSecure2Required"),
  card("4000002760003184", "visa", "DE", "confirms", "pm_card_authenticationRequired"),
  card(
    "4000008260003178",
    "visa",
    "GB",
    "confirms_then_declines",
    "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
  ),
  card("4000000000000341", "visa", "US", "kept_then_declines", "pm_card_chargeCustomerFail"),
  card("4000000000009987", "visa", "US", "lost_card", "pm_card_visa_chargeDeclinedLostCard"),
  card("4000000000000069", "visa", "US", "expired_card", "pm_card_chargeDeclinedExpiredCard"),
  card("4000000000000127", "visa", "US", "incorrect_cvc", "pm_card_chargeDeclinedIncorrectCvc"),
  card("4000000000000119", "visa", "US", "processing_error", "pm_card_chargeDeclinedProcessingError"),
  card("4000000000005126", "visa", "US", "refund_fails", "pm_card_refundFail"),
  card("5555555555554444", "mastercard", "US", "succeeds", "pm_card_mastercard"),
  card("378282246310005", "amex", "US", "succeeds", "pm_card_amex"),
  card("6011111111111117", "discover", "US", "succeeds", "pm_card_discover"),
  card("3566002020360505", "jcb", "JP", "succeeds", "pm_card_jcb"),
  card("6200000000000005", "unionpay", "CN", "succeeds", "pm_card_unionpay"),
  card("4000007560000009", "visa", "CH", "succeeds", "pm_card_ch"),
  card("4000002760000016", "visa", "DE", "succeeds", "pm_card_de"),
  card("4000000400000008", "visa", "AT", "succeeds", "pm_card_at"),
];

const otherTokens: Record<string, string> = {
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedLostCard: "4000000000009987",
};

export const findTestCard = (number: string): TestCard | undefined => testCards.find((one) => one.number === number);

export const testCardOfToken = (token: string): TestCard | undefined =>
  testCards.find((one) => one.token === token) ?? findTestCard(otherTokens[token] ?? "");

/** Whether the check digit at the end of a card number is correct (ISO/IEC 7812-1). */
export function hasCheckFigure(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (const [at, figure] of [...number].reverse().entries()) {
    const value = Number(figure) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

const brandNumbers: [Brand, RegExp][] = [
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|2[2-7])/],
  ["amex", /^3[47]/],
  ["discover", /^(6011|65|64[4-9])/],
  ["jcb", /^35/],
  ["unionpay", /^62/],
];

/** The brand by the first digits; Visa if unknown. */
export const brandOf = (number: string): Brand => brandNumbers.find(([, start]) => start.test(number))?.[0] ?? "visa";

export const refusalWords: Record<Refusal, { code: string; message: string }> = {
  generic_decline: { code: "card_declined", message: "Your card was declined." },
  insufficient_funds: { code: "card_declined", message: "Your card has insufficient funds." },
  lost_card: { code: "card_declined", message: "Your card was declined." },
  expired_card: { code: "expired_card", message: "Your card has expired." },
  incorrect_cvc: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  processing_error: {
    code: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
};
