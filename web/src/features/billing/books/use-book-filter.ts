import { useSearchParams } from "react-router";

/** One choice of a screen, kept in the address: `[value, choose]`; a choice begins the list anew. */
export function useChoice(name: string) {
  const [params, setParams] = useSearchParams();
  const choose = (value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (name !== "proof") next.delete("page");
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(name), choose] as const;
}
