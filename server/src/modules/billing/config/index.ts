/*
 * Billing's variables, by themselves: the process that starts the others reads them without the rest of the module.
 */
import { bicSchema, companyIban } from "@litfass/contract/kernel/iban";
import type { Company } from "@litfass/contract/settings/company";
import { demoCompany } from "@litfass/contract/settings/demo-company";
import type { ConfigSection } from "@litfass/platform/config/config";
import { text, type Values } from "@litfass/platform/config/environment";
import { z } from "zod";
import { type ApprovalLimits, readApprovalLimits } from "../approvals/approval-limits.ts";
import { readVatRates, swissVatCountries } from "../vat/vat.ts";

export type BillingConfig = {
  /** The seller and its VAT rates until the operator's settings have others. */
  company: Company;
  /** Credits and refunds above this need a second person. */
  approvalLimits: ApprovalLimits;
};

declare module "@litfass/platform/config/config" {
  interface ModuleConfig extends BillingConfig {}
}

const variables = {
  SECOND_APPROVER_ABOVE: z
    .string()
    .default("10000")
    .transform((value, context) => {
      const limits = readApprovalLimits(value);
      if (limits === null) context.addIssue({ code: "custom" });
      return limits ?? z.NEVER;
    })
    .meta({
      must: "must be a whole amount from 0, with those of single currencies after it, like 10000,DKK=75000,GBP=9000",
    }),
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
  SELLER_IBAN: companyIban.optional().meta({
    must: "must be an IBAN or QR-IBAN with the length of its country and a correct checksum; accounts without an IBAN are not supported",
  }),
  SELLER_BIC: bicSchema.optional().meta({ must: "must be a BIC of 8 or 11 characters" }),
  SELLER_EMAIL: text(),
  VAT_RATES: z
    .string()
    .transform((value) => readVatRates(value) ?? [])
    .refine((rates) => rates.length > 0)
    .optional()
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
    const faults = missing.map((variable): { variable: string; problem: string } => ({
      variable,
      problem: "must be set with --production, invoices name the seller",
    }));
    const lacksRates = values.VAT_RATES === undefined && values.SELLER_VAT_NUMBER !== unregistered;
    if (lacksRates && !isSwiss(values.SELLER_COUNTRY)) {
      faults.push({ variable: "VAT_RATES", problem: `must be set for a seller in ${values.SELLER_COUNTRY}` });
    }
    return faults;
  },
  read(values) {
    return {
      company: companyOf(values),
      approvalLimits: values.SECOND_APPROVER_ABOVE,
    };
  },
};

const swissVatRates = [
  { from_on: "2024-01-01", percent: 8.1 },
  { from_on: "2018-01-01", percent: 7.7 },
];

const isSwiss = (country: string): boolean => swissVatCountries.some((each) => each === country);

/** Where the seller's rates apply: at home; Switzerland and Liechtenstein are one VAT area. */
const vatCountriesOf = (country: string): readonly string[] => (isSwiss(country) ? swissVatCountries : [country]);

/** The value of SELLER_VAT_NUMBER for a seller who is not registered for VAT. */
const unregistered = "none";

/** The company of the environment, or a fictitious one that cannot receive payments. */
const companyOf = (values: Values<typeof variables>): Company => ({
  name: values.SELLER_NAME ?? demoCompany.name,
  street: values.SELLER_STREET ?? demoCompany.street,
  house_number: values.SELLER_HOUSE_NUMBER ?? demoCompany.house_number,
  postal_code: values.SELLER_POSTAL_CODE ?? demoCompany.postal_code,
  city: values.SELLER_CITY ?? demoCompany.city,
  country_code: values.SELLER_COUNTRY,
  vat_number: values.SELLER_VAT_NUMBER === unregistered ? null : (values.SELLER_VAT_NUMBER ?? demoCompany.vat_number),
  register: null,
  iban: values.SELLER_IBAN ?? demoCompany.iban,
  bic: values.SELLER_BIC ?? null,
  accounts: [],
  email: values.SELLER_EMAIL ?? demoCompany.email,
  phone: null,
  vat_rates:
    values.SELLER_VAT_NUMBER === unregistered
      ? []
      : vatCountriesOf(values.SELLER_COUNTRY).flatMap((country_code) =>
          (values.VAT_RATES ?? swissVatRates).map((rate) => ({ country_code, ...rate })),
        ),
});
