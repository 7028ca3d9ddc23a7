import { formatPercent } from "../../i18n/format.ts";

/** Formats a rate from the API, in percent. */
export const formatRate = (percent: number, digits = 1): string => formatPercent(percent / 100, digits);

/** The viewability rate of a row; "–" where nothing was measured. */
export const formatViewability = (row: { measured_impressions: number; visibility_rate: number }): string =>
  row.measured_impressions === 0 ? "–" : formatRate(row.visibility_rate);

/** The maximum number of days in a chart: more columns would be too thin. */
export const maxDays = 100;
