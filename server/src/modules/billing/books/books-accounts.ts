import type { Language } from "@litfass/contract/kernel/messages";
import type { AccountKind } from "./books-sql.ts";

/** Numbers and names after the Swiss chart of accounts for small and medium businesses (Kontenrahmen KMU). */
const accounts: Record<AccountKind, [number: string, en: string, de: string]> = {
  bank: ["1020", "Bank", "Bankguthaben"],
  card_clearing: ["1090", "Card clearing", "Transferkonto Karten"],
  available: ["2030", "Customers' balances, available", "Kundenguthaben, verfügbar"],
  reserved: ["2031", "Customers' balances, reserved", "Kundenguthaben, reserviert"],
  vat: ["2200", "VAT owed", "Geschuldete MWST"],
  revenue: ["3400", "Revenue from delivered advertising", "Erlös aus ausgelieferter Werbung"],
  services: ["3410", "Revenue from services", "Erlös aus Dienstleistungen"],
  manual_credit: ["3805", "Credits granted", "Gewährte Gutschriften"],
  subsidy: ["3806", "Subsidies granted", "Gewährte Förderbeiträge"],
  plan_credit: ["3807", "Packages granted", "Gewährte Pakete"],
  guarantee: ["3808", "Visibility guarantee", "Sichtbarkeitsgarantie"],
};

export const accountNumber = (kind: AccountKind): string => accounts[kind][0];
export const accountName = (kind: AccountKind, language: Language): string => accounts[kind][language === "de" ? 2 : 1];
