type Text = [en: string, de: string];

const declined: Text = [
  "Your bank declined the card without a reason. Use another card, or ask your bank",
  "Ihre Bank hat die Karte ohne Angabe eines Grundes abgelehnt. Nehmen Sie eine andere Karte oder fragen Sie Ihre Bank",
];
const unusable: Text = [
  "The card cannot be used. Use another card",
  "Die Karte kann nicht verwendet werden. Nehmen Sie eine andere Karte",
];
const later: Text = [
  "The card could not be charged just now. Try again in a few minutes",
  "Die Karte konnte gerade nicht belastet werden. Versuchen Sie es in einigen Minuten erneut",
];
const notConfirmed: Text = [
  "The payment was not confirmed with your bank. Start it again and confirm it, or use another card",
  "Die Zahlung wurde bei Ihrer Bank nicht bestätigt. Beginnen Sie neu und bestätigen Sie sie, oder nehmen Sie eine andere Karte",
];
const overLimit: Text = [
  "The amount is above the limit of the card. Pay less at once, use another card, or ask your bank",
  "Der Betrag liegt über der Limite der Karte. Zahlen Sie weniger auf einmal, nehmen Sie eine andere Karte oder fragen Sie Ihre Bank",
];

/**
 * Why a card was refused and what to do, by the processor's code (docs.stripe.com/declines/codes). A card that is reported lost
 * or stolen is called unusable only: whoever holds it need not know more.
 */
export const failures: Record<string, Text> = {
  card_declined: declined,
  generic_decline: declined,
  do_not_honor: declined,
  call_issuer: declined,
  no_action_taken: declined,
  transaction_not_allowed: declined,
  insufficient_funds: [
    "The card has insufficient funds. Use another card",
    "Die Karte ist nicht ausreichend gedeckt. Nehmen Sie eine andere Karte",
  ],
  withdrawal_count_limit_exceeded: overLimit,
  card_velocity_exceeded: overLimit,
  expired_card: ["The card has expired. Use another card", "Die Karte ist abgelaufen. Nehmen Sie eine andere Karte"],
  incorrect_cvc: [
    "The security code is wrong. Enter the card again",
    "Die Prüfziffer ist falsch. Geben Sie die Karte neu ein",
  ],
  invalid_cvc: [
    "The security code is wrong. Enter the card again",
    "Die Prüfziffer ist falsch. Geben Sie die Karte neu ein",
  ],
  incorrect_number: [
    "The card number is wrong. Enter the card again",
    "Die Kartennummer ist falsch. Geben Sie die Karte neu ein",
  ],
  card_not_supported: [
    "The card does not allow payments online. Use another card",
    "Die Karte lässt keine Zahlungen im Internet zu. Nehmen Sie eine andere Karte",
  ],
  currency_not_supported: [
    "The card does not take this currency. Use another card",
    "Die Karte nimmt diese Währung nicht an. Nehmen Sie eine andere Karte",
  ],
  lost_card: unusable,
  stolen_card: unusable,
  pickup_card: unusable,
  restricted_card: unusable,
  fraudulent: unusable,
  processing_error: later,
  issuer_not_available: later,
  try_again_later: later,
  reenter_transaction: later,
  authentication_required: notConfirmed,
  payment_intent_authentication_failure: notConfirmed,
  expired: [
    "The payment was not finished in time, and nothing was charged. Start it again",
    "Die Zahlung wurde nicht rechtzeitig abgeschlossen, es wurde nichts belastet. Beginnen Sie sie neu",
  ],
  cancelled: [
    "You gave the payment up, and nothing was charged",
    "Sie haben die Zahlung abgebrochen, es wurde nichts belastet",
  ],
  not_started: [
    "The payment could not be started, and nothing was charged. Try again",
    "Die Zahlung konnte nicht begonnen werden, es wurde nichts belastet. Versuchen Sie es erneut",
  ],
};
