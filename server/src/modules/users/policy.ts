import { isAdmin, type Role } from "@litfass/contract/kernel/roles";

type Person = { uid: string; role: Role };

/**
 * Who gives roles (ROLE-003): nobody the own one; only a super_admin gives or takes admin and super_admin; admins the
 * rest.
 */
export function mayGiveRole(caller: Person, target: Person, role: Role): boolean {
  if (caller.uid === target.uid) return false;
  if (caller.role === "super_admin") return true;
  return caller.role === "admin" && !isAdmin(target.role) && !isAdmin(role);
}

/** Who invites whom: admins, and an admin or super_admin only a super_admin. */
export const mayInvite = (caller: Person, role: Role): boolean =>
  caller.role === "super_admin" || (caller.role === "admin" && !isAdmin(role));

/**
 * Who archives, disables or gives another address: nobody to themselves, and to an admin or super_admin only a
 * super_admin (else an admin could take that role away by another door).
 */
export const mayTakeAccess = (caller: Person, target: Person): boolean =>
  caller.uid !== target.uid && (caller.role === "super_admin" || (caller.role === "admin" && !isAdmin(target.role)));
