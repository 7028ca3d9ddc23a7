/** A report covers at most this many days. */
export const maxReportDays = 731;
