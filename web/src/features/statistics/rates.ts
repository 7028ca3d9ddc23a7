import { formatPercent } from "../../i18n/format.ts";

/** A rate as the calls give it, in per cent. */
export const formatRate = (percent: number, digits = 1): string => formatPercent(percent / 100, digits);
