/** `2026-11` → its first and last day. */
export function daysOf(month: string): { from: string; to: string } {
  const [year = 0, nth = 0] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, nth, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

/** The month before a day's. */
export function lastWholeMonth(today: string): string {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/** Until then, impressions of the month before may still arrive. */
const firstDay = 3;

/** The month that is to be stated on a day; null in the first days of a month. */
export const dueMonth = (today: string): string | null =>
  Number(today.slice(8)) < firstDay ? null : lastWholeMonth(today);
