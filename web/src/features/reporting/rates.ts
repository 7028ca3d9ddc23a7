import { formatPercent } from "../../i18n/format.ts";

/** A rate as the calls give it, in per cent. */
export const formatRate = (percent: number, digits = 1): string => formatPercent(percent / 100, digits);

/** A chart of days shows at most the latest of them: more columns would be too thin to read. */
export const maxDays = 100;
