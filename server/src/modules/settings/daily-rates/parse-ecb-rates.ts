import { daySchema } from "@litfass/contract/kernel/validation";
import type { ExchangeRates } from "@litfass/contract/settings/operator-settings";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", removeNSPrefix: true });
const maxCurrencies = 200;

/** The file: `Cube` > `Cube time` > one `Cube currency rate` per currency, each the value of one euro. */
const fileSchema = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.object({
        time: daySchema,
        Cube: z
          .array(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.coerce.number().positive().finite() }))
          .max(maxCurrencies),
      }),
    }),
  }),
});

/**
 * Exchange rates from the European Central Bank's daily file (`eurofxref-daily.xml`), per franc instead of per euro.
 * @throws Error if the text is no such file or has no rate for the franc.
 */
export function readEcbRates(xml: string): ExchangeRates {
  const read = fileSchema.safeParse(parser.parse(xml));
  if (!read.success) throw new Error(`no reference rates: ${z.prettifyError(read.error)}`);
  const { time, Cube: cubes } = read.data.Envelope.Cube.Cube;
  const perEuro = Object.fromEntries(cubes.map(({ currency, rate }) => [currency, rate]));
  const franc = perEuro.CHF;
  if (franc === undefined) throw new Error("no reference rate for the franc");
  const perFranc = Object.entries({ ...perEuro, EUR: 1 }).map(([currency, rate]) => [currency, rounded(rate / franc)]);
  return { as_of_on: time, source: "ecb", per_franc: { ...Object.fromEntries(perFranc), CHF: 1 } };
}

/** Published rates have five or six significant digits; more would pretend precision. */
const rounded = (rate: number): number => Number(rate.toPrecision(6));
