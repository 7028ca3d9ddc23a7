import { useQueryParams } from "../ui/use-query-params.ts";

/** The customer to whom a list is limited, stored in the address as `name`; a change returns to the first page. */
export function useCustomerChoice(name: "owner" | "user") {
  const [params, change] = useQueryParams();
  const choose = (uid: string | null) => change({ page: null, [name]: uid }, { push: true });
  return [params.get(name) ?? undefined, choose] as const;
}
