import type { ConfigSection } from "@litfass/platform/config/config";
import { text, type Values } from "@litfass/platform/config/environment";
import { z } from "zod";
import { readVatRates, type VatRate } from "./vat/vat.ts";

/** The issuer of this installation's invoices. */
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

export type BillingConfig = {
  seller: Seller;
  /** The seller's VAT rates, in any order. */
  vatRates: VatRate[];
  /** Credits and refunds above this need a second person; in minor units of either currency. */
  approvalAboveMinor: number;
};

declare module "@litfass/platform/config/config" {
  interface ModuleConfig extends BillingConfig {}
}

const variables = {
  SECOND_APPROVER_ABOVE: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .default(10_000)
    .meta({ must: "must be a whole amount from 0" }),
  SELLER_NAME: text(),
  SELLER_STREET: text(),
  SELLER_HOUSE_NUMBER: text(),
  SELLER_POSTAL_CODE: text(),
  SELLER_CITY: text(),
  SELLER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default("CH")
    .meta({ must: "must be a country code of two capital letters" }),
  SELLER_VAT_NUMBER: text(),
  SELLER_IBAN: z
    .string()
    .transform((value) => value.replaceAll(" ", ""))
    .refine((value) => /^(CH|LI)\d{2}[0-9A-Z]{17}$/.test(value))
    .optional()
    .meta({ must: "must be an IBAN or QR-IBAN of Switzerland or Liechtenstein" }),
  SELLER_EMAIL: text(),
  VAT_RATES: z
    .string()
    .default("2024-01-01=8.1,2018-01-01=7.7")
    .transform((value) => readVatRates(value) ?? [])
    .refine((rates) => rates.length > 0)
    .meta({ must: "must read like 2024-01-01=8.1,2018-01-01=7.7: from which day a percentage holds" }),
};

/** The seller details required of an installation with real customers. */
const requiredInProduction = [
  "SELLER_NAME",
  "SELLER_STREET",
  "SELLER_HOUSE_NUMBER",
  "SELLER_POSTAL_CODE",
  "SELLER_CITY",
  "SELLER_VAT_NUMBER",
  "SELLER_IBAN",
] as const;

/** Billing's variables: seller, VAT rates and the limit above which a second person must approve. */
export const billingConfig: ConfigSection<BillingConfig, typeof variables> = {
  variables,
  faults(values, { production }) {
    if (!production) return [];
    const missing = requiredInProduction.filter((name) => !values[name]);
    return missing.map((variable) => ({
      variable,
      problem: "must be set with --production, invoices name the seller",
    }));
  },
  read(values) {
    return {
      seller: sellerOf(values),
      vatRates: values.VAT_RATES,
      approvalAboveMinor: values.SECOND_APPROVER_ABOVE * 100,
    };
  },
};

/** The seller from the environment, or a fictitious one that cannot receive payments. */
const sellerOf = (values: Values<typeof variables>): Seller => ({
  name: values.SELLER_NAME ?? "Litfass Demo AG",
  street: values.SELLER_STREET ?? "Säulenstrasse",
  houseNumber: values.SELLER_HOUSE_NUMBER ?? "7",
  postalCode: values.SELLER_POSTAL_CODE ?? "8000",
  city: values.SELLER_CITY ?? "Zürich",
  countryCode: values.SELLER_COUNTRY,
  vatNumber: values.SELLER_VAT_NUMBER ?? "CHE-123.456.788 MWST",
  iban: values.SELLER_IBAN ?? "CH9300762011623852957",
  email: values.SELLER_EMAIL ?? "billing@demo.example",
});
