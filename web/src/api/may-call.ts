import { callers, endpoints } from "virtual:endpoints";
import type { EndpointName } from "@litfass/contract/index";
import type { User } from "@litfass/contract/users/users";

/** Whether the contract lets a user's role call an endpoint. Controls whose call would be rejected are hidden. */
export function mayCall(user: Pick<User, "user_role"> | null, name: EndpointName): boolean {
  const roles = callers[endpoints[name]?.[2] ?? -1] ?? [];
  return roles === "everyone" || (user !== null && roles.includes(user.user_role));
}
