import type { Texts } from "./texts.ts";

/** Messages about money, in English and German. */
export const billingTexts = {
  "balance.insufficient": ["The balance does not cover this amount", "Das Guthaben reicht für diesen Betrag nicht"],
  "card.amount_too_small": [
    "A card can be charged with 0.50 or more",
    "Mit der Karte lassen sich mindestens 0.50 bezahlen",
  ],
  "card.amount_too_large": [
    "With VAT this is above 999'999.99, the most that a card can be charged with at once",
    "Mit MWST liegt der Betrag über 999'999.99, dem Höchstbetrag für eine Kartenzahlung",
  ],
  "approval.own": [
    "Somebody else must decide on your own request",
    "Über den eigenen Antrag entscheidet jemand anders",
  ],
  "order.awaits_approval": [
    "A second person must decide on this order first",
    "Zuerst entscheidet eine zweite Person über diese Bestellung",
  ],
  "approval.decided": ["This request is decided already", "Über diesen Antrag ist schon entschieden"],
  "balance.over_maximum": [
    "This would lift the balance above its maximum of {max}",
    "Das Guthaben würde damit über seinem Höchstbetrag von {max} liegen",
  ],
  "currency.differs": ["Both accounts must be in the same currency", "Beide Konten müssen in derselben Währung sein"],
  "max_balance.sales_only": [
    "Only account managers have a maximum balance",
    "Nur Kundenbetreuer haben einen Höchstbetrag",
  ],
  "invoice.transition": [
    "This order cannot go to this state from the present one",
    "Dieser Auftrag kann aus dem jetzigen Zustand nicht in diesen wechseln",
  ],
  "refund.too_much": [
    "No more than what is left of the transaction can be refunded",
    "Es kann nur erstattet werden, was von der Transaktion übrig ist",
  ],
  "refund.not_refused": [
    "The card processor has not refused this refund",
    "Der Zahlungsdienst hat diese Erstattung nicht abgelehnt",
  ],
  "refund.not_refundable": [
    "Only payments and credits can be refunded",
    "Nur Zahlungen und Gutschriften können erstattet werden",
  ],
  "plan.unknown": ["This plan does not exist", "Dieses Paket gibt es nicht"],
} as const satisfies Texts;
