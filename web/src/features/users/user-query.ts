import { type Role, roles, userStatus } from "@litfass/contract/kernel/roles";
import { userGroups } from "@litfass/contract/users/users-admin";
import { useCallback } from "react";
import { useSearchParams } from "react-router";
import type { TableState } from "../../ui/tables/use-table-state.ts";

const sorts = ["created_at", "full_name", "company_name", "email", "user_role", "user_status"] as const;
export type Group = (typeof userGroups)[number];

/** Page, order and search as the lists of users take them. */
export const listQuery = (state: TableState) => ({
  page: state.page,
  per_page: state.perPage,
  search: state.search || undefined,
  sort: sorts.find((each) => each === state.sort),
  direction: state.direction,
});

const known = [userStatus.invited, userStatus.active, userStatus.disabled];

/** Group, role and status, stored in the address. */
export function useUserFilter() {
  const [params, setParams] = useSearchParams();
  const group: Group = userGroups.find((each) => each === params.get("group")) ?? "advertisers";
  const role: Role | undefined = roles.find((each) => each === params.get("role"));
  const status = known.find((each) => String(each) === params.get("status"));
  const set = useCallback(
    (values: Record<string, string | null>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete("page");
          for (const [name, value] of Object.entries(values)) {
            if (value === null) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { group, role, status, set };
}
