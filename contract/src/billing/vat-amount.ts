import { microsPerMinor, minorOfMicros } from "../kernel/money.ts";

/** VAT on a net amount in micros at a rate in hundredths of a percent, rounded half up to a whole minor unit. */
export function vatOf(netMicros: bigint, rate: number): bigint {
  const perMinor = 10_000n * microsPerMinor;
  const exact = (netMicros < 0n ? -netMicros : netMicros) * BigInt(rate);
  const rounded = ((exact + perMinor / 2n) / perMinor) * microsPerMinor;
  return netMicros < 0n ? -rounded : rounded;
}

/** The same for a net amount in minor units and a rate in percent, as the API has them. */
export const vatMinor = (netMinor: number, percent: number): number =>
  minorOfMicros(vatOf(BigInt(netMinor) * microsPerMinor, Math.round(percent * 100)));
