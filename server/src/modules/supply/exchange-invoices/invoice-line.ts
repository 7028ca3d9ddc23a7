/** What an exchange charges for one day, currency and, where its invoice carries them, site and campaign. In micros. */
export type InvoiceLine = {
  /** YYYY-MM-DD in the exchange's own time zone. */
  day: string;
  currency: string;
  /** The domain of a site or bundle of an app; empty if the invoice does not carry sites. */
  site: string;
  /** Our campaign's number, `cid` of a bid; empty if the invoice does not carry campaigns. */
  campaign: string;
  impressions: number;
  mediaMicros: bigint;
  feeMicros: bigint;
  /** What the exchange credits for invalid traffic, as a positive amount. */
  deductionMicros: bigint;
  totalMicros: bigint;
};

/** An invoice has at most this many lines. */
export const maxInvoiceLines = 10_000;

const decimalPattern = /^(-?)(\d{1,12})(?:\.(\d{1,15}))?$/;

/** Micros of a decimal text, rounded half away from zero at the sixth place; null if it is not a decimal. */
export function microsOfDecimal(text: string): bigint | null {
  const [, sign, units, places = ""] = decimalPattern.exec(text) ?? [];
  if (units === undefined) return null;
  const digits = places.padEnd(7, "0");
  const micros = BigInt(units + digits.slice(0, 6)) + (digits.charAt(6) >= "5" ? 1n : 0n);
  return sign === "-" ? -micros : micros;
}
