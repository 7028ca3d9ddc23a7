import type { Role } from "@litfass/contract/kernel/roles";
import { roles } from "@litfass/contract/kernel/roles";
import { operationPages, operators } from "@litfass/contract/operations/operation-pages";
import type shell from "../i18n/en/shell.json";

type ScreenName = keyof typeof shell.screens;

export type MenuGroup = "work" | "people" | "creatives" | "money" | "operations";

/** One row of the permission table: a client path, the roles that may open it, and its menu item, if any. */
export type Screen = {
  /** Key of its title, below `screens` in the catalog `shell`. */
  name: ScreenName;
  /** Client path with `:parameters`; also applies to paths below it without their own row. */
  path: string;
  roles: readonly Role[];
  /** These roles may only use their own uid in the path (GUARD-020). */
  ownUidOnly?: readonly Role[];
  /** The roles that see the menu item; without it there is none. */
  menu?: {
    group: MenuGroup;
    roles: readonly Role[] /** Disabled until the account is complete (SHELL-006). */;
    needsAccount?: true;
  };
  /** A page of the server in a new tab, not a client path. */
  outside?: true;
};

const everyone = roles;
const superAdmin = ["super_admin"] as const;
const admins = ["super_admin", "admin"] as const;
const adminOrManager = ["super_admin", "admin", "campaign_manager", "sales"] as const;
const bookReaders = ["super_admin", "accountant"] as const;
const approvers = ["super_admin", "admin", "accountant"] as const;
const tech = ["super_admin", "tech_admin"] as const;
const campaigns = ["super_admin", "admin", "tech_admin", "advanced_advertiser", "customer", "sales"] as const;
const favorites = ["super_admin", "admin", "advanced_advertiser", "customer", "sales"] as const;

/** Every screen behind the sign-in, in menu order: guards and menu are derived from this one table (section 6). */
export const screens: readonly Screen[] = [
  {
    name: "dashboard",
    path: "/dashboard",
    roles: everyone,
    menu: { group: "work", roles: everyone, needsAccount: true },
  },
  {
    name: "analytics",
    path: "/google-analytics",
    roles: everyone,
    menu: { group: "work", roles: everyone, needsAccount: true },
  },
  {
    name: "campaigns",
    path: "/campaigns",
    roles: campaigns,
    menu: { group: "work", roles: campaigns, needsAccount: true },
  },
  {
    name: "bulkCampaigns",
    path: "/bulk-campaigns",
    roles: adminOrManager,
    menu: { group: "work", roles: adminOrManager },
  },
  { name: "templates", path: "/templates", roles: adminOrManager, menu: { group: "work", roles: adminOrManager } },
  { name: "googleAds", path: "/google-ads", roles: superAdmin, menu: { group: "work", roles: superAdmin } },
  {
    name: "favoriteCreatives",
    path: "/favorite-creatives",
    roles: favorites,
    menu: { group: "creatives", roles: favorites },
  },
  {
    name: "integrations",
    path: "/integrations",
    roles: everyone,
    menu: { group: "work", roles: ["super_admin", "tech_admin", "customer", "advanced_advertiser", "admin"] },
  },
  {
    name: "billing",
    path: "/invoices",
    roles: everyone,
    menu: { group: "money", roles: ["super_admin", "sales", "customer", "advanced_advertiser"], needsAccount: true },
  },
  { name: "account", path: "/account", roles: everyone, menu: { group: "work", roles: everyone } },
  {
    name: "advertisers",
    path: "/users",
    roles: ["super_admin", "admin", "sales"],
    menu: { group: "people", roles: ["super_admin", "sales", "admin"] },
  },
  { name: "userCampaigns", path: "/users/:uid/campaigns", roles: adminOrManager },
  { name: "userCustomers", path: "/users/:uid/customers", roles: admins },
  { name: "userReports", path: "/users/:uid/reports", roles: ["super_admin", "admin", "sales"] },
  { name: "accountManagers", path: "/sales-managers", roles: admins, menu: { group: "people", roles: superAdmin } },
  {
    name: "managerAdvertisers",
    path: "/account-managers/:uid/advertisers",
    roles: ["super_admin", "admin", "sales"],
    ownUidOnly: ["sales"],
  },
  { name: "archivedUsers", path: "/archived", roles: admins, menu: { group: "people", roles: superAdmin } },
  { name: "creatives", path: "/creatives", roles: tech, menu: { group: "creatives", roles: tech } },
  { name: "creativeGroups", path: "/creative-groups", roles: tech, menu: { group: "creatives", roles: tech } },
  {
    name: "creativeCategories",
    path: "/creative-group-categories",
    roles: tech,
    menu: { group: "creatives", roles: tech },
  },
  {
    name: "bannerSets",
    path: "/banner-sets",
    roles: ["super_admin", "tech_admin", "customer", "advanced_advertiser"],
  },
  {
    name: "creativeReview",
    path: "/creative-review",
    roles: ["super_admin", "admin", "campaign_manager"],
    menu: { group: "creatives", roles: admins },
  },
  { name: "mediaConverter", path: "/media-converter", roles: tech, menu: { group: "creatives", roles: tech } },
  {
    name: "adminInvoices",
    path: "/admin/invoices",
    roles: ["super_admin", "accountant", "sales"],
    menu: { group: "money", roles: ["super_admin", "accountant", "sales"] },
  },
  {
    name: "manualInvoices",
    path: "/admin/manual-invoices",
    roles: ["super_admin", "accountant"],
    menu: { group: "money", roles: ["super_admin", "accountant"] },
  },
  { name: "books", path: "/admin/books", roles: bookReaders, menu: { group: "money", roles: bookReaders } },
  { name: "reconciliation", path: "/admin/proofs", roles: bookReaders, menu: { group: "money", roles: bookReaders } },
  { name: "approvals", path: "/admin/approvals", roles: approvers, menu: { group: "money", roles: approvers } },
  ...operationPages.map(({ name, path }) => operation(name, path)),
  { name: "disabled", path: "/disabled", roles: everyone },
  { name: "verifyEmail", path: "/verify-email", roles: everyone },
];

function operation(name: ScreenName, path: string): Screen {
  return { name, path, roles: operators, outside: true, menu: { group: "operations", roles: operators } };
}

/** The most specific row for a client path, with its parameters. */
export function screenOf(path: string): { screen: Screen; params: Record<string, string> } | null {
  const parts = path.split("/").filter(Boolean);
  let best: { screen: Screen; params: Record<string, string>; length: number } | null = null;
  for (const screen of screens) {
    const pattern = screen.path.split("/").filter(Boolean);
    const params = matched(pattern, parts);
    if (params && pattern.length > (best?.length ?? 0)) best = { screen, params, length: pattern.length };
  }
  return best;
}

function matched(pattern: string[], parts: string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [at, each] of pattern.entries()) {
    const part = parts[at];
    if (part === undefined) return null;
    if (each.startsWith(":")) params[each.slice(1)] = part;
    else if (each !== part) return null;
  }
  return params;
}

/** The menu items that a role sees, in order. */
export const menuOf = (role: Role): Screen[] => screens.filter((screen) => screen.menu?.roles.includes(role));
