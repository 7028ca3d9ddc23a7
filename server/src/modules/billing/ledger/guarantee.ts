import { impressionPriceMicros, wholeMicros } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";

/** The share of measured impressions guaranteed to be viewable (CLAIM-002), in percent. */
export const guaranteedPercent = visibility.guaranteed;

/** Counted impressions of a campaign; viewable ones are among the measured ones. */
export type Visibility = { impressions: number; measuredImpressions: number; viewableImpressions: number };

/**
 * The viewable impressions missing to the guarantee; 0 if it was met or nothing could be measured
 * (docs/decisions/0034).
 */
export function missingViewable({ measuredImpressions, viewableImpressions }: Visibility): number {
  const promised = Math.ceil((measuredImpressions * guaranteedPercent) / 100);
  return Math.max(0, promised - viewableImpressions);
}

/**
 * The price of the missing impressions at the campaign's price of a thousand, in micros rounded half up to whole Rappen; never more than the
 * campaign's reported spend.
 */
export function shortfallMicros(counted: Visibility, spentMicros: bigint, cpmMinor: number): bigint {
  const price = wholeMicros(BigInt(missingViewable(counted)) * impressionPriceMicros(cpmMinor));
  const spent = wholeMicros(spentMicros);
  return price < spent ? price : spent;
}
