import type { Language } from "./language.ts";
/** Every role a user can have (ROLE-001). `sales` is the account manager, `customer` the advertiser. */
export const roles = [
  "super_admin",
  "admin",
  "tech_admin",
  "accountant",
  "campaign_manager",
  "sales",
  "customer",
  "advanced_advertiser",
] as const;
export type Role = (typeof roles)[number];

/** A role's reach: its own data, also that of its assigned customers, or everyone's. */
export type Reach = "own" | "assigned" | "all";

/** `admin` includes `super_admin` (ROLE-002). */
export const isAdmin = (role: Role): boolean => role === "admin" || role === "super_admin";

/** `customer` includes `advanced_advertiser` (ROLE-004). */
export const isCustomer = (role: Role): boolean => role === "customer" || role === "advanced_advertiser";

/** One flag per role for clients: `admin` is also set for super_admin, `customer` for advanced_advertiser. */
export const roleFlags = (role: Role): Record<Role, boolean> => ({
  super_admin: role === "super_admin",
  admin: isAdmin(role),
  tech_admin: role === "tech_admin",
  accountant: role === "accountant",
  campaign_manager: role === "campaign_manager",
  sales: role === "sales",
  customer: isCustomer(role),
  advanced_advertiser: role === "advanced_advertiser",
});

/** Staff are all roles that do not advertise. */
export const isStaff = (role: Role): boolean => !isCustomer(role);

/** Admins skip the profile and terms checks; account managers count as complete and accepted (ROLE-008, ROLE-009). */
export const skipsAccountChecks = (role: Role): boolean => isAdmin(role) || role === "sales";

/** The role names used by the table of screens and the menu (ROLE-005, ROLE-006). */
export const menuRoles = {
  SUPER_ADMIN: "super_admin",
  ADMIN: "admin",
  TECH_ADMIN: "tech_admin",
  ACCOUNTANT: "accountant",
  CAMPAIGN_MANAGER: "campaign_manager",
  ACCOUNT_MANAGER: "sales",
  ADVERTIZER: "customer",
  ADVANCED_ADVERTIZER: "advanced_advertiser",
} as const satisfies Record<string, Role>;

/** User status codes (STATE-001 to STATE-003). `null` means the profile was never completed. */
export const userStatus = { invited: 1, active: 2, disabled: 3, archived: 4 } as const;
export type UserStatus = (typeof userStatus)[keyof typeof userStatus];

/**
 * Who makes a call, and the role's reach for the endpoint. `lang` is the response language: that of the request,
 * which may differ from the user's stored one.
 */
export type Caller = { uid: string; role: Role; reach: Reach; lang: Language };
