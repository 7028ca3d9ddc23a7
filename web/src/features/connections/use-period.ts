import { useSearchParams } from "react-router";
import { addDays, type DateRange, todayOn } from "../../ui/date-range.ts";

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The period of a screen and its other choices, kept in the address; the last 30 days unless told. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const today = todayOn();
  const [from, to] = [params.get("from"), params.get("to")];
  const range: DateRange =
    isDay(from) && isDay(to) && from <= to ? { from, to } : { from: addDays(today, -29), to: today };
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
