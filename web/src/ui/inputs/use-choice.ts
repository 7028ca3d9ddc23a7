import { useCallback } from "react";
import { useQueryParams } from "../use-query-params.ts";

/**
 * A filter of a list, stored in the address; undefined while none of the `known` values is chosen. A change returns to
 * the first page.
 */
export function useChoice<Value extends string>(name: string, known: readonly Value[]) {
  const [params, change] = useQueryParams();
  const chosen = known.find((each) => each === params.get(name));
  const choose = useCallback(
    (value: Value | undefined) => change({ page: null, [name]: value ?? null }),
    [change, name],
  );
  return [chosen, choose] as const;
}
