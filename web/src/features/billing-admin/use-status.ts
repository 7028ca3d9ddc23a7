import { useSearchParams } from "react-router";

/** A list's status filter, kept in the address; undefined where all are shown. */
export function useStatus<Status extends string>(known: readonly Status[]) {
  const [params, setParams] = useSearchParams();
  const status = known.find((each) => each === params.get("status"));
  const setStatus = (value: Status | "all") =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete("page");
        if (value === "all") next.delete("status");
        else next.set("status", value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [status, setStatus] as const;
}
