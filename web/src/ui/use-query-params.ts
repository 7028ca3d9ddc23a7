import { useCallback } from "react";
import { useSearchParams } from "react-router";

/**
 * The query string of the address, and a function that changes some of its parameters: null removes one. The page keeps
 * its scroll position; `push` adds an entry to the browser's history.
 */
export function useQueryParams() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (values: Record<string, string | null>, { push = false }: { push?: boolean } = {}) =>
      setParams(
        () => {
          // The router passes the parameters of the last render, so that of two changes in a row the first would be lost.
          const next = new URLSearchParams(window.location.search);
          for (const [name, value] of Object.entries(values)) {
            if (value === null) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        push ? {} : { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return [params, change] as const;
}
