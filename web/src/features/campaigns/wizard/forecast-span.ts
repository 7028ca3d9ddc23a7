import type { ForecastRange } from "@litfass/contract/campaigns/forecast";
import type { TFunction } from "i18next";
import { formatShort } from "../../../i18n/format.ts";

/** A range in words, or one figure where both ends are the same. */
export const forecastSpan = (
  t: TFunction<"campaigns">,
  range: ForecastRange,
  format: (value: number) => string = formatShort,
): string =>
  range.low === range.high
    ? format(range.high)
    : t("forecast.range", { low: format(range.low), high: format(range.high) });
