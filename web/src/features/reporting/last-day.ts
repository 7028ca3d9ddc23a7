import { formatDate } from "../../i18n/format.ts";

/** The last day before an instant: a link that ends at midnight was valid the day before. */
export const lastDayBefore = (endAt: string): string => formatDate(new Date(Date.parse(endAt) - 1));
