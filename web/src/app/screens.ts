import { menuRoles, type Role, roles } from "@litfass/contract/kernel/roles";
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
  /** Its menu item, for every role that may open it except `hiddenFrom`; without it there is none. */
  menu?: {
    group: MenuGroup;
    /** These roles reach the screen by other means: links, the command palette or its address. */
    hiddenFrom?: readonly Role[];
    /** Disabled until the account is complete (SHELL-006). */
    needsAccount?: true;
  };
  /** A page of the server in a new tab, not a client path. */
  outside?: true;
};

const {
  SUPER_ADMIN,
  ADMIN,
  TECH_ADMIN,
  ACCOUNTANT,
  CAMPAIGN_MANAGER,
  ACCOUNT_MANAGER,
  ADVERTIZER,
  ADVANCED_ADVERTIZER,
} = menuRoles;
const everyone = roles;
const admins = [SUPER_ADMIN, ADMIN];
const advertisers = [ADVERTIZER, ADVANCED_ADVERTIZER];
const adminOrManager = [...admins, CAMPAIGN_MANAGER, ACCOUNT_MANAGER];
const userManagers = [...admins, ACCOUNT_MANAGER];
const bookReaders = [SUPER_ADMIN, ACCOUNTANT];
const tech = [SUPER_ADMIN, TECH_ADMIN];

/** Every screen behind the sign-in, in menu order: guard, menu and palette are derived from this table (section 6). */
export const screens: readonly Screen[] = [
  { name: "dashboard", path: "/dashboard", roles: everyone, menu: { group: "work", needsAccount: true } },
  { name: "analytics", path: "/google-analytics", roles: everyone, menu: { group: "work", needsAccount: true } },
  {
    name: "campaigns",
    path: "/campaigns",
    roles: [...admins, TECH_ADMIN, ACCOUNT_MANAGER, ...advertisers],
    menu: { group: "work", needsAccount: true },
  },
  { name: "bulkCampaigns", path: "/bulk-campaigns", roles: adminOrManager, menu: { group: "work" } },
  { name: "templates", path: "/templates", roles: adminOrManager, menu: { group: "work" } },
  { name: "googleAds", path: "/google-ads", roles: [SUPER_ADMIN], menu: { group: "work" } },
  {
    name: "favoriteCreatives",
    path: "/favorite-creatives",
    roles: [...admins, ACCOUNT_MANAGER, ...advertisers],
    menu: { group: "creatives" },
  },
  {
    name: "integrations",
    path: "/integrations",
    roles: everyone,
    menu: { group: "work", hiddenFrom: [ACCOUNTANT, CAMPAIGN_MANAGER, ACCOUNT_MANAGER] },
  },
  {
    name: "billing",
    path: "/invoices",
    roles: everyone,
    menu: { group: "money", hiddenFrom: [ADMIN, TECH_ADMIN, ACCOUNTANT, CAMPAIGN_MANAGER], needsAccount: true },
  },
  { name: "account", path: "/account", roles: everyone, menu: { group: "work" } },
  { name: "advertisers", path: "/users", roles: userManagers, menu: { group: "people" } },
  { name: "userCampaigns", path: "/users/:uid/campaigns", roles: adminOrManager },
  { name: "userCustomers", path: "/users/:uid/customers", roles: admins },
  { name: "userReports", path: "/users/:uid/reports", roles: userManagers },
  { name: "accountManagers", path: "/sales-managers", roles: admins, menu: { group: "people", hiddenFrom: [ADMIN] } },
  {
    name: "managerAdvertisers",
    path: "/account-managers/:uid/advertisers",
    roles: userManagers,
    ownUidOnly: [ACCOUNT_MANAGER],
  },
  { name: "publishers", path: "/publishers", roles: admins, menu: { group: "people" } },
  // The menu shows it to users to whom a publisher belongs.
  { name: "ownPublisher", path: "/publisher", roles: everyone },
  { name: "archivedUsers", path: "/archived", roles: admins, menu: { group: "people", hiddenFrom: [ADMIN] } },
  { name: "creatives", path: "/creatives", roles: tech, menu: { group: "creatives" } },
  { name: "creativeGroups", path: "/creative-groups", roles: tech, menu: { group: "creatives" } },
  { name: "creativeCategories", path: "/creative-group-categories", roles: tech, menu: { group: "creatives" } },
  { name: "bannerSets", path: "/banner-sets", roles: [SUPER_ADMIN, TECH_ADMIN, ...advertisers] },
  {
    name: "adReports",
    path: "/ad-reports",
    roles: [...admins, CAMPAIGN_MANAGER],
  },
  {
    name: "creativeReview",
    path: "/creative-review",
    roles: [...admins, CAMPAIGN_MANAGER],
    menu: { group: "creatives", hiddenFrom: [CAMPAIGN_MANAGER] },
  },
  { name: "mediaConverter", path: "/media-converter", roles: tech, menu: { group: "creatives" } },
  {
    name: "adminInvoices",
    path: "/admin/invoices",
    roles: [SUPER_ADMIN, ACCOUNTANT, ACCOUNT_MANAGER],
    menu: { group: "money" },
  },
  { name: "manualInvoices", path: "/admin/manual-invoices", roles: bookReaders, menu: { group: "money" } },
  { name: "books", path: "/admin/books", roles: bookReaders, menu: { group: "money" } },
  { name: "reconciliation", path: "/admin/proofs", roles: bookReaders, menu: { group: "money" } },
  { name: "margins", path: "/admin/margins", roles: bookReaders, menu: { group: "money" } },
  {
    name: "exchangeInvoices",
    path: "/admin/exchange-invoices",
    roles: bookReaders,
    menu: { group: "money" },
  },
  { name: "publisherStatements", path: "/admin/publisher-statements", roles: bookReaders, menu: { group: "money" } },
  { name: "bank", path: "/admin/bank", roles: bookReaders, menu: { group: "money" } },
  { name: "promotionCodes", path: "/admin/promotion-codes", roles: bookReaders, menu: { group: "money" } },
  { name: "approvals", path: "/admin/approvals", roles: [...admins, ACCOUNTANT], menu: { group: "money" } },
  { name: "operatorSettings", path: "/settings/operator", roles: [SUPER_ADMIN], menu: { group: "operations" } },
  { name: "launchChecklist", path: "/settings/launch", roles: [SUPER_ADMIN], menu: { group: "operations" } },
  { name: "exchanges", path: "/settings/exchanges", roles: [SUPER_ADMIN], menu: { group: "operations" } },
  {
    name: "deals",
    path: "/admin/deals",
    roles: adminOrManager,
    menu: { group: "operations", hiddenFrom: [CAMPAIGN_MANAGER] },
  },
  { name: "deals", path: "/admin/deals/add", roles: [SUPER_ADMIN] },
  { name: "deals", path: "/admin/deals/:deal/edit", roles: [SUPER_ADMIN] },
  { name: "systemStatus", path: "/operations/status", roles: admins, menu: { group: "operations" } },
  ...operationPages.map(({ name, path }) => operation(name, path)),
  { name: "disabled", path: "/disabled", roles: everyone },
  { name: "verifyEmail", path: "/verify-email", roles: everyone },
];

function operation(name: ScreenName, path: string): Screen {
  return { name, path, roles: operators, outside: true, menu: { group: "operations" } };
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

/** The menu items that a role sees, in order: never more than the guard lets it open. */
export const menuOf = (role: Role): Screen[] =>
  screens.filter(({ roles, menu }) => menu && roles.includes(role) && !menu.hiddenFrom?.includes(role));
