import { type Currency, minorOfMicros } from "@litfass/contract/kernel/money";
import type { ConversionFigures } from "@litfass/contract/reporting/figures";
import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import { percentOf } from "./metrics.ts";

/** Groups of which conversions are known: places and devices are no part of a click's identifier. */
const conversionGroupings = ["total", "campaign", "creative", "url", "day"] as const;
export type ConversionGrouping = (typeof conversionGroupings)[number];

export const hasConversions = (grouping: TableGrouping | "total"): grouping is ConversionGrouping =>
  conversionGroupings.some((each) => each === grouping);

export type ConversionCounts = { conversions: number; valueMicros: bigint };

/** The conversions of a group by its key; undefined where they are not measured. */
export type ConversionsOf = (key: string) => ConversionCounts | undefined;

/** A group's clicks and spend, with which its conversions are compared. */
type Compared = { clicks: number; chargeMicros: bigint; currency: Currency | null };

export const notMeasured: ConversionFigures = {
  conversions: null,
  conversion_rate: null,
  cost_per_conversion: null,
  conversion_value: null,
};

/**
 * Conversions of one row, with the rate in percent of clicks and the spend per conversion. Amounts are null if the
 * campaigns mix currencies; rate and cost also if some of them measure no conversions (`isWhole`).
 */
export function conversionFigures(
  counts: ConversionCounts | undefined,
  { clicks, chargeMicros, currency }: Compared,
  isWhole = true,
): ConversionFigures {
  if (counts === undefined) return notMeasured;
  const { conversions, valueMicros } = counts;
  const hasCost = isWhole && currency !== null && conversions > 0;
  return {
    conversions,
    conversion_rate: isWhole && clicks > 0 ? percentOf(conversions, clicks) : null,
    cost_per_conversion: hasCost ? minorOfMicros(chargeMicros / BigInt(conversions)) : null,
    conversion_value: currency === null ? null : minorOfMicros(valueMicros),
  };
}

type Measuring = { measuresConversions?: boolean };

export const measuring = <Campaign extends Measuring>(campaigns: Campaign[]): Campaign[] =>
  campaigns.filter(({ measuresConversions }) => measuresConversions === true);

/** Whether rates and costs of several campaigns are known: all of them measure conversions. */
export const isWholeOf = (campaigns: Measuring[]): boolean => measuring(campaigns).length === campaigns.length;
