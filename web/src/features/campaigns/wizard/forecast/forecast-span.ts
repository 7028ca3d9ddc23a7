import type { ForecastRange } from "@litfass/contract/campaigns/forecast";
import { formatAbout } from "../../../../i18n/format.ts";
import type { Translate } from "../../../../i18n/text-keys.ts";

/** Formats a range, or one figure if both ends are equal. */
export const forecastSpan = (
  t: Translate<"campaigns">,
  range: ForecastRange,
  format: (value: number) => string = formatAbout,
): string =>
  range.low === range.high
    ? format(range.high)
    : t("forecast.range", { low: format(range.low), high: format(range.high) });
