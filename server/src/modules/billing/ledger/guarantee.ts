import { impressionPriceMicros, wholeMicros } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";

/** The share of measurable impressions that are promised to be viewable (CLAIM-002), in percent. */
export const guaranteedPercent = visibility.guaranteed;

export type Visibility = { measuredImpressions: number; viewableImpressions: number };

/** Viewable impressions that are missing to the guarantee; 0 where it was kept or nothing could be measured. */
export function missingViewable({ measuredImpressions, viewableImpressions }: Visibility): number {
  const promised = Math.ceil((measuredImpressions * guaranteedPercent) / 100);
  return Math.max(0, promised - viewableImpressions);
}

/**
 * What the missing impressions cost at 25 CPM, in micros of whole Rappen, half a one rounded up; never more than the campaign
 * shows as spent.
 */
export function shortfallMicros(counted: Visibility, spentMicros: bigint): bigint {
  const price = wholeMicros(BigInt(missingViewable(counted)) * impressionPriceMicros);
  const spent = wholeMicros(spentMicros);
  return price < spent ? price : spent;
}
