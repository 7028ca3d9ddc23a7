import type { Category } from "@litfass/contract/campaigns/campaign-options";
import { useCallback, useMemo } from "react";
import { useCall } from "../../api/use-call.ts";
import type { Option } from "../../ui/inputs/select.tsx";

export type Categories = { options: Option[]; nameOf: (code: string) => string };

const flat = (tree: readonly Category[]): Option[] =>
  tree.flatMap(({ target_option_id: value, category_name: label, children }) => [{ value, label }, ...flat(children)]);

/** The categories of ads as options. Where they cannot be read, chosen ones show their code. */
export function useCategories(): Categories {
  const { data } = useCall("listCategories", {}, { staleMs: Number.POSITIVE_INFINITY });
  const options = useMemo(() => flat(data ?? []), [data]);
  const nameOf = useCallback((code: string) => options.find(({ value }) => value === code)?.label ?? code, [options]);
  return { options, nameOf };
}
