import { useCallback } from "react";
import { useSearchParams } from "react-router";

/**
 * A filter of a list, stored in the address; undefined while none of the `known` values is chosen. A change returns to
 * the first page.
 */
export function useChoice<Value extends string>(name: string, known: readonly Value[]) {
  const [params, setParams] = useSearchParams();
  const chosen = known.find((each) => each === params.get(name));
  const choose = useCallback(
    (value: Value | undefined) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete("page");
          if (value === undefined) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams, name],
  );
  return [chosen, choose] as const;
}
