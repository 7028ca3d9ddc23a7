import { useSearchParams } from "react-router";
import { addDays, type DateRange, rangeOf, todayOn } from "../inputs/date-range.ts";

/** A screen's period and other filters, stored in the address; defaults to the last 30 days. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const today = todayOn();
  const range = rangeOf(params) ?? { from: addDays(today, -29), to: today };
  const write = (values: Record<string, string | null>): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    range,
    today,
    setRange: ({ from, to }: DateRange) => write({ from, to }),
    chosen: (name: string): string | undefined => params.get(name) ?? undefined,
    write,
  };
}
