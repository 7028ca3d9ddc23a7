/** A period of the books: a quarter, a month or a year, as `2026-Q4`, `2026-11`, `2026`. */
export type Period = { value: string; from: string; to: string };

const two = (month: number): string => String(month).padStart(2, "0");
const lastDay = (year: number, month: number): string =>
  `${year}-${two(month)}-${two(new Date(Date.UTC(year, month, 0)).getUTCDate())}`;

const quarterOf = (year: number, quarter: number): Period => ({
  value: `${year}-Q${quarter}`,
  from: `${year}-${two(quarter * 3 - 2)}-01`,
  to: lastDay(year, quarter * 3),
});
const monthOf = (year: number, month: number): Period => ({
  value: `${year}-${two(month)}`,
  from: `${year}-${two(month)}-01`,
  to: lastDay(year, month),
});
const yearOf = (year: number): Period => ({ value: `${year}`, from: `${year}-01-01`, to: `${year}-12-31` });

const pastQuarters = 8;
const pastMonths = 12;
const pastYears = 3;

/** The periods available on a day, current ones first: quarters, months, years. */
export function periodsOn(today: string): Period[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const quarters = Array.from({ length: pastQuarters }, (_, back) => {
    const index = year * 4 + Math.ceil(month / 3) - 1 - back;
    return quarterOf(Math.floor(index / 4), (index % 4) + 1);
  });
  const months = Array.from({ length: pastMonths }, (_, back) => {
    const index = year * 12 + month - 1 - back;
    return monthOf(Math.floor(index / 12), (index % 12) + 1);
  });
  return [...quarters, ...months, ...Array.from({ length: pastYears }, (_, back) => yearOf(year - back))];
}
