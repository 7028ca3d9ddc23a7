import { type DateRange, rangeOf } from "../inputs/date-range.ts";
import { useQueryParams } from "../use-query-params.ts";

/** A list's optional period, stored in the address; null for all time. */
export function useOptionalPeriod() {
  const [params, change] = useQueryParams();
  const setPeriod = (period: DateRange | null) =>
    change({ page: null, from: period?.from ?? null, to: period?.to ?? null });
  return [rangeOf(params), setPeriod] as const;
}
