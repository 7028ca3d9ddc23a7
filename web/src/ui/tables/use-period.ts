import { addDays, type DateRange, rangeOf, todayOn } from "../inputs/date-range.ts";
import { useQueryParams } from "../use-query-params.ts";

/** A screen's period and other filters, stored in the address; defaults to the last 30 days. */
export function usePeriod() {
  const [params, change] = useQueryParams();
  const today = todayOn();
  return {
    range: rangeOf(params) ?? { from: addDays(today, -29), to: today },
    today,
    setRange: ({ from, to }: DateRange) => change({ from, to }),
    chosen: (name: string): string | undefined => params.get(name) ?? undefined,
    write: change,
  };
}
