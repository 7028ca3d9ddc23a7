import type { VatRate } from "./vat.ts";

/** Who issues the invoices. */
export type Seller = {
  name: string;
  street: string;
  houseNumber: string;
  postalCode: string;
  city: string;
  countryCode: string;
  vatNumber: string;
  /** Without spaces; an IBAN or a QR-IBAN. */
  iban: string;
  email: string;
  website: string;
};

/** What billing needs of the configuration. */
export type SellerConfig = { seller: Seller; vatRates: VatRate[] };
