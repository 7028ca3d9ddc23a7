import { useSearchParams } from "react-router";
import type { DateRange } from "../../ui/date-range.ts";

const isDay = (day: string | null): day is string => day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day);

/** A list's period, kept in the address; null where it is the whole time. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const [from, to] = [params.get("from"), params.get("to")];
  const period: DateRange | null = isDay(from) && isDay(to) ? { from, to } : null;
  const setPeriod = (chosen: DateRange | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ["page", "from", "to"]) next.delete(name);
        for (const [name, day] of Object.entries(chosen ?? {})) next.set(name, day);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [period, setPeriod] as const;
}
