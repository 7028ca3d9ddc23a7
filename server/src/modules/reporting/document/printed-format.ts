import { withThousands } from "@litfass/contract/kernel/thousands";

/** Numbers and days as the screens show them, alike in every language (CONST-038, CONST-039). */
export const formatCount = (count: number): string => withThousands(String(count));

/** A rate of the API, in percent. */
export function formatRate(percent: number, digits = 1): string {
  const [whole = "0", rest] = percent.toFixed(digits).split(".");
  return `${withThousands(whole)}${rest ? `.${rest}` : ""}%`;
}

/** The viewability rate of a row; "–" where nothing was measured. */
export const formatViewability = (row: { measured_impressions: number; visibility_rate: number }): string =>
  row.measured_impressions === 0 ? "–" : formatRate(row.visibility_rate);

export const formatDay = (day: string): string => day.split("-").reverse().join(".");
export const formatDayMonth = (day: string): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.`;

export const formatSize = (width: number, height: number): string => `${width}\u00a0x\u00a0${height}`;

/** An instant as DD.MM.YYYY, HH:mm in a time zone. */
export function formatDateTime(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("day")}.${part("month")}.${part("year")}, ${part("hour")}:${part("minute")}`;
}
