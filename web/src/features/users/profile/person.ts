import { isAdmin, isCustomer, type Role, roles } from "@litfass/contract/kernel/roles";
import type { UserListItem } from "@litfass/contract/users/user-accounts";
import type { User } from "@litfass/contract/users/users";

/** The fields of a user that staff lists and dialogs need. */
export type Person = Pick<UserListItem, "uid" | "full_name" | "company_name" | "email" | "user_role" | "user_status">;
type Viewer = Pick<User, "uid" | "user_role">;

/** The display name for staff: advertisers by company, staff by person, else by e-mail. */
export function nameOf(user: Omit<Person, "user_status">): string {
  const { company_name: company, full_name: person } = user;
  const [first, second] = isCustomer(user.user_role) ? [company, person] : [person, company];
  return first || second || user.email || user.uid;
}

/** Whether money can be credited to the user. */
export const hasOwnBudget = (user: Pick<Person, "user_role">): boolean =>
  isCustomer(user.user_role) || user.user_role === "sales";

/**
 * Whether the viewer can archive, disable or change the e-mail: admins, never for themselves, and for an admin only a
 * super_admin.
 */
export const canRevokeAccess = (viewer: Viewer, user: Pick<Person, "uid" | "user_role">): boolean =>
  viewer.uid !== user.uid &&
  (viewer.user_role === "super_admin" || (viewer.user_role === "admin" && !isAdmin(user.user_role)));

/** The roles that the viewer can assign (ROLE-003). */
export const assignableRoles = (viewer: Pick<Viewer, "user_role">): Role[] =>
  viewer.user_role === "super_admin" ? [...roles] : roles.filter((role) => !isAdmin(role));

/** The endpoints to refetch after a user has changed. */
export const userLists = [
  "listUsers",
  "countUsers",
  "listArchivedUsers",
  "listAssignedCustomers",
  "listAssignableCustomers",
  "showUser",
] as const;
