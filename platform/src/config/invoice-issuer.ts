import type { Environment } from "./environment.ts";

/** Who issues the invoices of this installation. */
export type Seller = {
  name: string;
  street: string;
  houseNumber: string;
  postalCode: string;
  city: string;
  countryCode: string;
  vatNumber: string;
  /** An IBAN or QR-IBAN, without spaces. */
  iban: string;
  email: string;
};

/** What an installation for real customers must say of its seller. */
export const sellerVariables = [
  "SELLER_NAME",
  "SELLER_STREET",
  "SELLER_HOUSE_NUMBER",
  "SELLER_POSTAL_CODE",
  "SELLER_CITY",
  "SELLER_VAT_NUMBER",
  "SELLER_IBAN",
] as const;

/** The seller of the environment, or an invented one that no payment can reach. */
export const sellerOf = (e: Environment): Seller => ({
  name: e.SELLER_NAME ?? "Litfass Demo AG",
  street: e.SELLER_STREET ?? "Säulenstrasse",
  houseNumber: e.SELLER_HOUSE_NUMBER ?? "7",
  postalCode: e.SELLER_POSTAL_CODE ?? "8000",
  city: e.SELLER_CITY ?? "Zürich",
  countryCode: e.SELLER_COUNTRY,
  vatNumber: e.SELLER_VAT_NUMBER ?? "CHE-123.456.788 MWST",
  iban: e.SELLER_IBAN ?? "CH9300762011623852957",
  email: e.SELLER_EMAIL ?? "billing@demo.example",
});
