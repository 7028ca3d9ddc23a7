import { z } from "zod";
import { countrySchema } from "../kernel/country/countries.ts";
import { bicSchema, companyIban, isQrIban } from "../kernel/iban.ts";
import type { MessageKey } from "../kernel/messages.ts";
import { type Currency, currencies, currencySchema } from "../kernel/money.ts";
import { percentBetween } from "../kernel/percent.ts";
import { line } from "../kernel/text.ts";
import { daySchema, emailSchema, say } from "../kernel/validation.ts";

/** Transfers with a QR reference are in francs or euros (Swiss Payment Standards). */
const qrCurrencies: ReadonlySet<Currency> = new Set(["CHF", "EUR"]);

/** A further account, to which customers pay in one currency. */
const currencyAccount = z.strictObject({
  currency: currencySchema,
  iban: companyIban,
  bic: bicSchema.nullable(),
});

/** A VAT rate of customers in a country, from its first day until the next rate of that country. */
export const vatRateSchema = z.strictObject({
  country_code: countrySchema,
  from_on: daySchema,
  percent: percentBetween(0, 50),
});

/** The company that issues invoices and answers for the site. Lengths are those of the QR-bill. */
export const companySchema = z
  .strictObject({
    name: line({ max: 70 }),
    street: line({ max: 70 }),
    house_number: line({ max: 16 }),
    postal_code: line({ max: 16 }),
    city: line({ max: 35 }),
    country_code: countrySchema,
    /** Null: not registered for VAT, so that invoices charge none and say why. */
    vat_number: line({ max: 40 })
      .nullable()
      .meta({ examples: ["CHE-123.456.788 MWST"] }),
    /** The commercial register with the company's number there. */
    register: line({ max: 120 })
      .nullable()
      .meta({ examples: ["Handelsregister Bern, CHE-116.281.710"] }),
    /** The account of all currencies without their own: an IBAN or QR-IBAN, stored without spaces. */
    iban: companyIban,
    bic: bicSchema.nullable().default(null),
    /** Accounts by currency. Versions of earlier releases have none. */
    accounts: z
      .array(currencyAccount)
      .max(currencies.length)
      .refine((all) => new Set(all.map(({ currency }) => currency)).size === all.length, say("settings.account_twice"))
      .refine(
        (all) => all.every(({ currency, iban }) => qrCurrencies.has(currency) || !isQrIban(iban)),
        say("settings.account_qr_iban"),
      )
      .default([])
      .meta({ examples: [[{ currency: "GBP", iban: "GB29NWBK60161331926819", bic: null }]] }),
    email: emailSchema,
    phone: line({ max: 40 })
      .nullable()
      .meta({ examples: ["+41 31 311 11 11"] }),
    /** Empty without a VAT number. Customers in other countries pay no VAT: businesses owe it themselves (reverse charge). */
    vat_rates: z
      .array(vatRateSchema)
      .max(200)
      .refine(
        (rates) => new Set(rates.map((rate) => `${rate.country_code} ${rate.from_on}`)).size === rates.length,
        say("settings.vat_rates"),
      )
      .meta({ examples: [[{ country_code: "CH", from_on: "2024-01-01", percent: 8.1 }]] }),
  })
  .check(({ value, issues }) => {
    const isRegistered = value.vat_number !== null;
    if (isRegistered === value.vat_rates.length > 0) return;
    const message: MessageKey = isRegistered ? "settings.vat_rates_missing" : "settings.vat_rates_unregistered";
    issues.push({ code: "custom", path: ["vat_rates"], input: value.vat_rates, message });
  });
export type Company = z.output<typeof companySchema>;

/** The company's account for a currency: its own, else the one of all others. */
export function accountFor({ accounts, iban, bic }: Company, currency: Currency): { iban: string; bic: string | null } {
  const own = accounts.find((account) => account.currency === currency);
  return own ? { iban: own.iban, bic: own.bic } : { iban, bic };
}

/** Whether customers can pay in a currency to the company's account for it. */
export const canBePaidIn = (company: Company, currency: Currency): boolean =>
  qrCurrencies.has(currency) || !isQrIban(accountFor(company, currency).iban);
