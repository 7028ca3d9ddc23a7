import type { Language } from "@litfass/contract/kernel/messages";

const monthName = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language === "de" ? "de-CH" : "en-GB", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T12:00:00Z`));

const en = {
  title: (from: string) => `Statement ${monthName("en", from)}`,
  opening: (day: string) => `Opening ${day}`,
  closing: (day: string) => `Closing ${day}`,
  credits: "Came in",
  debits: "Went out",
  date: "Date",
  text: "Text",
  debit: "Debit",
  credit: "Credit",
  balance: "Balance",
  nothing: "Nothing moved in this period.",
  whereItWent: "Where the money went",
  spentInAll: "Spent by campaigns in this period",
  page: (page: number, of: number) => `Page ${page} of ${of}`,
};

const de: typeof en = {
  title: (from) => `Kontoauszug ${monthName("de", from)}`,
  opening: (day) => `Anfangssaldo ${day}`,
  closing: (day) => `Schlusssaldo ${day}`,
  credits: "Eingegangen",
  debits: "Abgegangen",
  date: "Datum",
  text: "Text",
  debit: "Belastung",
  credit: "Gutschrift",
  balance: "Saldo",
  nothing: "In diesem Zeitraum hat sich nichts bewegt.",
  whereItWent: "Wohin das Geld ging",
  spentInAll: "Von Kampagnen in diesem Zeitraum verbraucht",
  page: (page, of) => `Seite ${page} von ${of}`,
};

export type StatementTexts = typeof en;
export const statementTexts = (language: Language): StatementTexts => (language === "de" ? de : en);
