import { impressionPriceMicros, wholeMicros } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";

/** The share of measured impressions guaranteed to be viewable (CLAIM-002), in percent. */
export const guaranteedPercent = visibility.guaranteed;

/** The share of all impressions that the guarantee counts even if fewer were measured, in percent. */
export const leastMeasuredPercent = 50;

/** Counted impressions of a campaign; viewable ones are among the measured ones. */
export type Visibility = { impressions: number; measuredImpressions: number; viewableImpressions: number };

/**
 * The impressions that the guarantee counts: the measured ones, but at least half of all, so that sites that prevent
 * measuring do not evade it. What is missing to half counts as not viewable (docs/decisions/0034).
 */
export const guaranteedImpressions = ({ impressions, measuredImpressions }: Visibility): number =>
  Math.max(measuredImpressions, Math.ceil((impressions * leastMeasuredPercent) / 100));

/** The viewable impressions missing to the guarantee; 0 if it was met or there were no impressions. */
export function missingViewable(counted: Visibility): number {
  const promised = Math.ceil((guaranteedImpressions(counted) * guaranteedPercent) / 100);
  return Math.max(0, promised - counted.viewableImpressions);
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
