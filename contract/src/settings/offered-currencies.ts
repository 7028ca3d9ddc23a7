import { z } from "zod";
import { countrySchema } from "../kernel/country/countries.ts";
import { type Currency, currencies, currencySchema } from "../kernel/money.ts";
import { say } from "../kernel/validation.ts";

/** The currencies of new accounts, by their country. Existing accounts keep theirs. */
export const offeredCurrenciesSchema = z
  .strictObject({
    /** In the order in which prices name them; accounts without a country have the first one. */
    offered: z
      .array(z.strictObject({ currency: currencySchema, countries: z.array(countrySchema).max(250) }))
      .min(1)
      .max(currencies.length)
      .meta({
        examples: [
          [
            { currency: "CHF", countries: ["CH", "LI"] },
            { currency: "EUR", countries: [] },
          ],
        ],
      }),
    /** The currency of every country that `offered` does not name. */
    elsewhere: currencySchema.meta({ examples: ["EUR"] }),
  })
  .refine(({ offered }) => new Set(offered.map(({ currency }) => currency)).size === offered.length, {
    path: ["offered"],
    ...say("settings.currency_twice"),
  })
  .refine(
    ({ offered }) => {
      const countries = offered.flatMap((each) => each.countries);
      return new Set(countries).size === countries.length;
    },
    { path: ["offered"], ...say("settings.currency_country_twice") },
  )
  .refine(({ offered, elsewhere }) => offered.some(({ currency }) => currency === elsewhere), {
    path: ["elsewhere"],
    ...say("settings.currency_elsewhere"),
  });
export type OfferedCurrencies = z.output<typeof offeredCurrenciesSchema>;

/** The currency of a new account, by the code of its country. */
export function currencyOfCountry({ offered, elsewhere }: OfferedCurrencies, countryCode: string | null): Currency {
  if (countryCode === null) return offered[0]?.currency ?? elsewhere;
  return offered.find(({ countries }) => countries.some((code) => code === countryCode))?.currency ?? elsewhere;
}

/** The offered currencies as prices name them: `CHF/EUR`. */
export const currencyNames = ({ offered }: OfferedCurrencies, separator = "/"): string =>
  offered.map(({ currency }) => currency).join(separator);
