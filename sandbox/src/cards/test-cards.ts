/** What happens with a card, by its number, as Stripe's documented test cards behave. */
export type CardOutcome =
  | { kind: "succeeds" }
  | { kind: "declined"; code: string; declineCode: string; message: string }
  | { kind: "authenticate" };

const declined = (code: string, declineCode: string, message: string): CardOutcome => ({
  kind: "declined",
  code,
  declineCode,
  message,
});

const outcomes: Record<string, CardOutcome> = {
  "4000000000000002": declined("card_declined", "generic_decline", "Your card was declined."),
  "4000000000009995": declined("card_declined", "insufficient_funds", "Your card has insufficient funds."),
  "4000000000000069": declined("expired_card", "expired_card", "Your card has expired."),
  "4000000000000127": declined("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
  "4000002500003155": { kind: "authenticate" },
  "4000000000003220": { kind: "authenticate" },
  "4000002760003184": { kind: "authenticate" },
};

const germans: Record<string, string> = {
  "Your card was declined.": "Ihre Karte wurde abgelehnt.",
  "Your card has insufficient funds.": "Ihre Karte hat zu wenig Deckung.",
  "Your card has expired.": "Ihre Karte ist abgelaufen.",
  "Your card's security code is incorrect.": "Der Sicherheitscode Ihrer Karte ist falsch.",
};
export const inGerman = (message: string): string => germans[message] ?? message;

/** The check digit that every card number carries. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

export const outcomeOf = (number: string): CardOutcome => outcomes[number] ?? { kind: "succeeds" };

const brands: [RegExp, string][] = [
  [/^4/, "visa"],
  [/^5[1-5]|^2[2-7]/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^6011|^65/, "discover"],
  [/^35/, "jcb"],
  [/^62/, "unionpay"],
];
export const brandOf = (number: string): string => brands.find(([pattern]) => pattern.test(number))?.[1] ?? "unknown";

/** Shown beside the form, to click. */
export const offered = [
  { number: "4242424242424242", en: "succeeds", de: "geht durch" },
  { number: "4000000000000002", en: "is declined", de: "wird abgelehnt" },
  { number: "4000000000009995", en: "has insufficient funds", de: "hat zu wenig Deckung" },
  { number: "4000002500003155", en: "asks for 3-D Secure", de: "verlangt 3-D Secure" },
] as const;
