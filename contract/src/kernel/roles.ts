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

/** How far a role reaches: its own things, those of its assigned customers too, or everybody's. */
export type Reach = "own" | "assigned" | "all";

/** `admin` includes `super_admin` (ROLE-002). */
export const isAdmin = (role: Role): boolean => role === "admin" || role === "super_admin";

/** `customer` includes `advanced_advertiser` (ROLE-004). */
export const isCustomer = (role: Role): boolean => role === "customer" || role === "advanced_advertiser";

/** One flag per role, as clients ask for them: `admin` is up for super_admin too, `customer` for advanced_advertiser. */
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

/** Staff are all who do not advertise themselves. */
export const isStaff = (role: Role): boolean => !isCustomer(role);

/** Admins skip the filled-account and terms checks, account managers count as filled and accepted (ROLE-008, ROLE-009). */
export const skipsAccountChecks = (role: Role): boolean => isAdmin(role) || role === "sales";

/** The names that the table of screens, and so the menu, uses for roles (ROLE-005, ROLE-006). */
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
 * Who makes a call, and how far the endpoint lets that role reach. `lang` is the language to answer in: that of the request,
 * which may differ from the one that the user has stored.
 */
export type Caller = { uid: string; role: Role; reach: Reach; lang: "en" | "de" };
