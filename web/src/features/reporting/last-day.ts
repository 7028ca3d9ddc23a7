import { formatDate } from "../../i18n/format.ts";

/** The last day before an instant at which something ends: a link that ends at midnight was open the day before. */
export const lastDayBefore = (endAt: string): string => formatDate(new Date(Date.parse(endAt) - 1));
