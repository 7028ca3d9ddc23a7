import { z } from "zod";
import { countrySchema } from "../kernel/country/countries.ts";
import { hasIbanChecksum } from "../kernel/iban.ts";
import type { MessageKey } from "../kernel/messages.ts";
import { percentBetween } from "../kernel/percent.ts";
import { line, textKinds } from "../kernel/text.ts";
import { daySchema, emailSchema, say } from "../kernel/validation.ts";

/** An IBAN or QR-IBAN of Switzerland or Liechtenstein with a correct checksum, written with or without spaces. */
export const swissIban = line({ max: 40 })
  .overwrite((value) => value.replaceAll(" ", "").toUpperCase())
  .refine((value) => /^(CH|LI)\d{7}[0-9A-Z]{12}$/.test(value) && hasIbanChecksum(value), say("settings.iban"))
  .meta({ examples: ["CH9300762011623852957"] })
  .register(textKinds, { kind: "line" });

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
    /** An IBAN or QR-IBAN of Switzerland or Liechtenstein, stored without spaces. */
    iban: swissIban,
    email: emailSchema,
    phone: line({ max: 40 })
      .nullable()
      .meta({ examples: ["+41 31 311 11 11"] }),
    /** Empty without a VAT number. Customers in other countries owe the tax themselves (reverse charge). */
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
