import type { ProofCheck } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/messages";

const names: Record<ProofCheck, [en: string, de: string]> = {
  entries_balance: ["Entries sum to zero", "Buchungen ergeben null"],
  balances_follow_entries: ["Balances and their entries", "Salden und ihre Buchungen"],
  card_money: ["Card money: ledger and processor", "Kartengeld: Hauptbuch und Zahlungsdienst"],
  payments_settled: ["Payments without a clear end", "Zahlungen ohne klares Ende"],
  reservations: ["Reservations and open budgets", "Reservationen und offene Budgets"],
  leases: ["Leased budget and open leases", "Verliehenes Budget und offene Anteile"],
  delivered_spend: ["Revenue and delivered spend", "Erlös und ausgelieferte Ausgaben"],
  counted_events: ["Charged impressions and delivered spend", "Belastete Einblendungen und ausgelieferte Ausgaben"],
  paid_invoices: ["Money received and paid invoices", "Eingegangenes Geld und bezahlte Rechnungen"],
  vat: ["VAT in the ledger and on invoices", "MWST im Hauptbuch und auf Rechnungen"],
  invoice_numbers: ["Invoice numbers without gaps", "Rechnungsnummern ohne Lücken"],
};

/** What a check compares, in the reader's language. */
export const checkName = (check: ProofCheck, language: Language): string => names[check][language === "de" ? 1 : 0];
