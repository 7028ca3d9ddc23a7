import type { Language } from "@litfass/contract/kernel/messages";

const en = {
  invoice: "Invoice",
  creditNote: "Credit note",
  issuedOn: "Issued on",
  dueOn: "Payable by",
  customer: "Customer",
  vatNumber: "VAT number",
  corrects: "Corrects invoice",
  position: "Position",
  amount: "Amount",
  net: "Without VAT",
  vat: (rate: string) => `VAT ${rate}`,
  total: "Total",
  payable: "To be paid",
  paidByCard: (day: string) => `Paid by card on ${day}. Nothing is due.`,
  settled: "The amount was given back. Nothing is due.",
  payableBy: (day: string) => `Payable without deduction by ${day}.`,
  byOrder: (day: string) =>
    `Payable without deduction by ${day}. Your budget is credited when the payment has arrived.`,
  reverseCharge: "Reverse charge: the recipient owes the value added tax.",
  transliterated: "Names in other scripts are written in Latin letters here.",
  impressions: (count: string, cpm: string) => `Buys ${count} impressions at ${cpm} per 1'000`,
  transferTo: "Transfer to",
  reference: "Reference",
  questions: "Questions",
  page: (page: number, of: number) => `Page ${page} of ${of}`,
};

const de: typeof en = {
  invoice: "Rechnung",
  creditNote: "Gutschrift",
  issuedOn: "Ausgestellt am",
  dueOn: "Zahlbar bis",
  customer: "Kunde",
  vatNumber: "MWST-Nummer",
  corrects: "Korrigiert Rechnung",
  position: "Position",
  amount: "Betrag",
  net: "Ohne MWST",
  vat: (rate) => `MWST ${rate}`,
  total: "Total",
  payable: "Zu bezahlen",
  paidByCard: (day) => `Am ${day} mit Karte bezahlt. Es ist nichts offen.`,
  settled: "Der Betrag wurde erstattet. Es ist nichts offen.",
  payableBy: (day) => `Zahlbar ohne Abzug bis ${day}.`,
  byOrder: (day) => `Zahlbar ohne Abzug bis ${day}. Nach Eingang der Zahlung wird Ihr Guthaben gutgeschrieben.`,
  reverseCharge: "Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).",
  transliterated: "Namen in anderen Schriften stehen hier in lateinischen Buchstaben.",
  impressions: (count, cpm) => `Reicht für ${count} Einblendungen zu ${cpm} pro 1'000`,
  transferTo: "Überweisung an",
  reference: "Referenz",
  questions: "Fragen",
  page: (page, of) => `Seite ${page} von ${of}`,
};

export type InvoiceTexts = typeof en;
export const invoiceTexts = (language: Language): InvoiceTexts => (language === "de" ? de : en);
