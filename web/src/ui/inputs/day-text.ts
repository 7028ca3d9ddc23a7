/** A day as YYYY-MM-DD, written DD.MM.YYYY. */
export const textOfDay = (day: string | null): string =>
  day ? `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}` : "";

const written = /^(\d{1,2})[./ -](\d{1,2})[./ -](\d{4}|\d{2})$/;
const digits = /^(\d{2})(\d{2})(\d{4})$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Parses a typed date: 3.5.2026, 03.05.26, 03052026, 2026-05-03. Null if it is invalid, such as 31.02. */
export function dayOfText(text: string): string | null {
  const [, day, month, year] = written.exec(text.trim()) ?? digits.exec(text.trim()) ?? [];
  const [, isoYear, isoMonth, isoDay] = iso.exec(text.trim()) ?? [];
  const parts = day
    ? [year?.length === 2 ? `20${year}` : year, month?.padStart(2, "0"), day.padStart(2, "0")]
    : [isoYear, isoMonth, isoDay];
  const found = parts.join("-");
  const date = new Date(`${found}T12:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== found ? null : found;
}
