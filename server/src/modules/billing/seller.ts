import type { Currency } from "@litfass/contract/kernel/money";
import { accountFor, type Company } from "@litfass/contract/settings/company";

/** The issuer of an invoice, stored with it. */
export type Seller = {
  name: string;
  street: string;
  houseNumber: string;
  postalCode: string;
  city: string;
  countryCode: string;
  /** Null: not registered for VAT when the invoice was issued. */
  vatNumber: string | null;
  /** An IBAN or QR-IBAN, without spaces. */
  iban: string;
  /** Of the account's bank; missing on earlier invoices. */
  bic?: string | null;
  email: string;
  /** The entry in the commercial register; missing on earlier invoices. */
  register?: string | null;
};

/** The issuer of an invoice in a currency, with the account for it, from the operator's settings. */
export const sellerOf = (company: Company, currency: Currency): Seller => ({
  name: company.name,
  street: company.street,
  houseNumber: company.house_number,
  postalCode: company.postal_code,
  city: company.city,
  countryCode: company.country_code,
  vatNumber: company.vat_number,
  ...accountFor(company, currency),
  email: company.email,
  register: company.register,
});
