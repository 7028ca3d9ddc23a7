import { isAdmin, type Role } from "@litfass/contract/kernel/roles";

type Person = { uid: string; role: Role };

/** Whether the caller may assign a role (ROLE-003): never their own; admin and super_admin only as super_admin. */
export function mayAssignRole(caller: Person, target: Person, role: Role): boolean {
  if (caller.uid === target.uid) return false;
  if (caller.role === "super_admin") return true;
  return caller.role === "admin" && !isAdmin(target.role) && !isAdmin(role);
}

/** Whether the caller may invite a user with a role: admins; for admin or super_admin only a super_admin. */
export const mayInvite = (caller: Person, role: Role): boolean =>
  caller.role === "super_admin" || (caller.role === "admin" && !isAdmin(role));

/**
 * Whether the caller may archive, restore or disable the target, or change the address: never their own account, and
 * for an admin or super_admin only as super_admin. Otherwise an admin could take over or lock out a higher role.
 */
export const mayRestrictAccess = (caller: Person, target: Person): boolean =>
  caller.uid !== target.uid && (caller.role === "super_admin" || (caller.role === "admin" && !isAdmin(target.role)));
