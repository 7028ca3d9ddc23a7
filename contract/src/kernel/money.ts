import { z } from "zod";
import { withCurrency, withThousands } from "./thousands.ts";

/**
 * Currencies that accounts can have, if the operator offers them: codes of ISO 4217 with two decimals for which the
 * European Central Bank publishes a daily rate and in which cards can be charged.
 */
export const currencies = [
  "CHF",
  "EUR",
  "USD",
  "GBP",
  "DKK",
  "SEK",
  "NOK",
  "PLN",
  "CZK",
  "RON",
  "AUD",
  "CAD",
  "NZD",
] as const;
export type Currency = (typeof currencies)[number];
export const currencySchema = z.enum(currencies);

/** One Rappen or cent in micros. Internally, money is bigint micros; in the API, decimal amounts (`amountSchema`). */
export const microsPerMinor = 10_000n;
export const microsPerUnit = 1_000_000n;

/** The price of one impression in micros, for a price of a thousand in minor units. */
export const impressionPriceMicros = (cpmMinor: number): bigint => (BigInt(cpmMinor) * microsPerMinor) / 1000n;

const maxMinor = 9_000_000_000_000;

/** Minor units as the API's decimal amount: 150050 is 1500.5. */
export const amountOfMinor = (minor: number): number => minor / 100;
/** The minor units of a decimal amount with at most two places. */
export const minorOfAmount = (amount: number): number => Math.round(amount * 100);

/**
 * Money between two bounds in minor units. In the API it is a decimal number with at most two places
 * (FIELD-CAMP-024), after parsing an integer of minor units; `z.encode` converts it back.
 */
export const amountBetween = (minMinor: number, maxMinor: number, tooMuch?: { error: string }) => {
  const [minimum, maximum] = [amountOfMinor(minMinor), amountOfMinor(maxMinor)];
  const decimal = z
    .number()
    .min(minimum)
    .max(maximum, tooMuch)
    .refine((amount) => Number(amount.toFixed(2)) === amount, { error: "rule.double" });
  return (
    z
      .codec(decimal, z.int(), { decode: minorOfAmount, encode: amountOfMinor })
      // Documents describe a response by the parsed type of its schema, but the API sends the decimal number.
      .meta({ type: "number", minimum, maximum, description: "Decimal amount with at most two places" })
  );
};

export const amountSchema = amountBetween(-maxMinor, maxMinor);

/** Micros to minor units, rounded half away from zero: once, for output. */
export function minorOfMicros(micros: bigint): number {
  const half = microsPerMinor / 2n;
  const rounded = micros >= 0n ? (micros + half) / microsPerMinor : -((-micros + half) / microsPerMinor);
  return Number(rounded);
}

/** Micros of whole minor units: the value shown by `minorOfMicros`, as an amount that can be booked. */
export const wholeMicros = (micros: bigint): bigint => BigInt(minorOfMicros(micros)) * microsPerMinor;

/**
 * The remainder, in minor units, of a whole amount whose spent part is shown by `minorOfMicros`: half a Rappen counts
 * as spent, so that both always add up.
 */
export const minorLeftOfMicros = (micros: bigint): number => minorOfMicros(micros - 1n);

/** Micros rounded down to whole minor units, for money left to spend. */
export const minorFloorOfMicros = (micros: bigint): number => {
  const floor = micros / microsPerMinor;
  return Number(micros < 0n && micros % microsPerMinor !== 0n ? floor - 1n : floor);
};

export const microsOfMinor = (minor: number): bigint => BigInt(minor) * microsPerMinor;

/** `1'234'567.50` (CONST-038): decimal point, apostrophe between thousands, two digits. */
export function formatMinor(minor: number): string {
  const digits = Math.abs(minor).toString().padStart(3, "0");
  const units = withThousands(digits.slice(0, -2));
  return `${minor < 0 ? "-" : ""}${units}.${digits.slice(-2)}`;
}

/** An amount with its currency for people to read, without a line break: CHF 1'500.00. */
export const moneyText = (minor: number, currency: string): string => withCurrency(currency, formatMinor(minor));

/** Impressions that an amount buys at a price of a thousand (FIELD-CAMP-008): at 25.00, 500.00 buys 20'000. */
export const impressionsFor = (minor: number, cpmMinor: number): number => Math.floor((minor * 1000) / cpmMinor);
