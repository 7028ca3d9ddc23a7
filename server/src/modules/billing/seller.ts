import type { Company } from "@litfass/contract/settings/company";

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
  email: string;
  /** The entry in the commercial register; missing on earlier invoices. */
  register?: string | null;
};

/** The issuer of an invoice from the operator's settings. */
export const sellerOf = (company: Company): Seller => ({
  name: company.name,
  street: company.street,
  houseNumber: company.house_number,
  postalCode: company.postal_code,
  city: company.city,
  countryCode: company.country_code,
  vatNumber: company.vat_number,
  iban: company.iban,
  email: company.email,
  register: company.register,
});
