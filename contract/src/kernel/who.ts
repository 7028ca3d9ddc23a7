import { type Reach, type Role, roles } from "./roles.ts";

/**
 * Who may call an endpoint. `visitor` needs no session, `signedIn` any session; `roles` lists each allowed role with
 * its reach.
 */
export type Who =
  | { kind: "visitor" }
  | { kind: "signedIn"; reach: Reach }
  | { kind: "roles"; roles: Partial<Record<Role, Reach>> };

export const visitor: Who = { kind: "visitor" };
/** Any signed-in user, for their own data only. */
export const signedIn: Who = { kind: "signedIn", reach: "own" };
export const byRole = (reaches: Partial<Record<Role, Reach>>): Who => ({ kind: "roles", roles: reaches });

/** Admins may access everything. */
export const admins = { super_admin: "all", admin: "all" } as const;
/** Advertisers may access their own data. */
export const advertisers = { customer: "own", advanced_advertiser: "own" } as const;

/** The reach of a role under `who`, or null if it may not call. */
export function reachOf(who: Who, role: Role | null): Reach | null {
  if (who.kind === "visitor") return "own";
  if (role === null) return null;
  if (who.kind === "signedIn") return who.reach;
  return who.roles[role] ?? null;
}

/** Every role that may call under `who`. */
export const rolesOf = (who: Who): Role[] => roles.filter((role) => reachOf(who, role) !== null);
