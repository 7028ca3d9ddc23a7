import { useSearchParams } from "react-router";
import { type DateRange, rangeOf } from "../inputs/date-range.ts";

/** A list's optional period, stored in the address; null for all time. */
export function useOptionalPeriod() {
  const [params, setParams] = useSearchParams();
  const period = rangeOf(params);
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
