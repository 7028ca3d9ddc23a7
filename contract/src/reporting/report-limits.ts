/** Maximum number of days in a report. */
export const maxReportDays = 731;
