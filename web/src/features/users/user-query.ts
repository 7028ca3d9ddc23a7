import { type Role, roles, userStatus } from "@litfass/contract/kernel/roles";
import { userGroups, userNeeds } from "@litfass/contract/users/user-accounts";
import { useCallback } from "react";
import { useQueryParams } from "../../ui/use-query-params.ts";

/** The columns by which user lists can be sorted. */
export const userSorts = ["created_at", "full_name", "company_name", "email", "user_role", "user_status"] as const;
export type Group = (typeof userGroups)[number];
export type Need = (typeof userNeeds)[number];

const known = [userStatus.invited, userStatus.active, userStatus.disabled];

/** Group, need, role and status, stored in the address. */
export function useUserFilter() {
  const [params, change] = useQueryParams();
  const group: Group = userGroups.find((each) => each === params.get("group")) ?? "advertisers";
  const role: Role | undefined = roles.find((each) => each === params.get("role"));
  const status = known.find((each) => String(each) === params.get("status"));
  const need = userNeeds.find((each) => each === params.get("need"));
  const set = useCallback((values: Record<string, string | null>) => change({ page: null, ...values }), [change]);
  return { group, need, role, status, set };
}
