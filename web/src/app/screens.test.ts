import { type Role, roles } from "@litfass/contract/kernel/roles";
import { rolesOf } from "@litfass/contract/kernel/who";
import { workKinds } from "@litfass/contract/operations/work-kinds";
import { workers } from "@litfass/contract/operations/work-list";
import { describe, expect, test } from "vitest";
import { lists } from "../features/reporting/work-lists.ts";
import german from "../i18n/de/shell.json" with { type: "json" };
import english from "../i18n/en/shell.json" with { type: "json" };
import { canOpen } from "./navigation.ts";
import { menuOf, type Screen, screenOf, screens } from "./screens.ts";
import { iconOf } from "./shell/menu-icons.ts";

const seenBy = (name: string): Role[] => roles.filter((role) => menuOf(role).some((item) => item.name === name));

describe("the menu", () => {
  const rows: [title: string, name: string, allowed: string[]][] = [
    [
      "[MENU-ROLE-001] Campaigns",
      "campaigns",
      ["super_admin", "admin", "tech_admin", "sales", "customer", "advanced_advertiser"],
    ],
    [
      "[MENU-ROLE-002] Integrations",
      "integrations",
      ["super_admin", "admin", "tech_admin", "customer", "advanced_advertiser"],
    ],
    ["[MENU-ROLE-003] Billing", "billing", ["super_admin", "sales", "customer", "advanced_advertiser"]],
    ["[MENU-ROLE-004] Advertisers", "advertisers", ["super_admin", "admin", "sales"]],
    ["[MENU-ROLE-005] Account managers", "accountManagers", ["super_admin"]],
    ["[MENU-ROLE-006] Archived users", "archivedUsers", ["super_admin"]],
    [
      "[MENU-ROLE-007] Favorite creatives",
      "favoriteCreatives",
      ["super_admin", "admin", "sales", "customer", "advanced_advertiser"],
    ],
    ["[MENU-ROLE-008] Creatives", "creatives", ["super_admin", "tech_admin"]],
    ["[MENU-ROLE-009] Creative groups", "creativeGroups", ["super_admin", "tech_admin"]],
    ["[MENU-ROLE-010] Creative categories", "creativeCategories", ["super_admin", "tech_admin"]],
    ["[MENU-ROLE-011] Admin invoices", "adminInvoices", ["super_admin", "accountant", "sales"]],
    ["[MENU-ROLE-012] Manual invoice requests", "manualInvoices", ["super_admin", "accountant"]],
    ["Bulk campaigns", "bulkCampaigns", ["super_admin", "admin", "campaign_manager", "sales"]],
    ["Campaign templates", "templates", ["super_admin", "admin", "campaign_manager", "sales"]],
    ["Google Ads", "googleAds", ["super_admin"]],
    ["Queue monitor", "queueMonitor", ["super_admin"]],
    ["[MENU-ROLE-019] Dashboard", "dashboard", [...roles]],
    ["[MENU-ROLE-019] Analytics", "analytics", [...roles]],
    ["[MENU-ROLE-019] Account", "account", [...roles]],
  ];
  test.each(rows)("%s is visible to its roles only", (_title, name, allowed) => {
    expect(seenBy(name)).toEqual(allowed);
  });

  test("a campaign manager sees exactly five links", () => {
    expect(
      menuOf("campaign_manager")
        .map((item) => item.name)
        .sort(),
    ).toEqual(["account", "analytics", "bulkCampaigns", "dashboard", "templates"].sort());
  });

  test("[MENU-002] labels exist in both languages", () => {
    expect(english.screens).toMatchObject({
      billing: "Billing",
      advertisers: "Advertisers",
      adminInvoices: "Admin invoices",
      manualInvoices: "Manual invoice requests",
    });
    for (const { name } of screens) {
      expect(english.screens).toHaveProperty(name);
      expect(german.screens).toHaveProperty(name);
    }
  });

  test("every menu item leads to its own path, the server's pages in a new tab", () => {
    const items = screens.filter((screen) => screen.menu);
    expect(new Set(items.map((item) => item.path)).size).toBe(items.length);
    expect(new Set(items.map((item) => iconOf(item.name))).size).toBe(items.length);
    expect(items.filter((item) => item.outside).map((item) => item.path)).toEqual([
      "/queue-monitor",
      "/logs",
      "/~artisan",
      "/campaign-monitoring",
    ]);
  });

  test.each(roles)("a %s sees exactly the marked screens that the guard lets the role open", (role) => {
    const viewer = { uid: "own-uid-1", user_role: role };
    const opens = ({ outside, path, roles: allowed }: Screen) =>
      outside ? allowed.includes(role) : canOpen(viewer, path);
    const marked = screens.filter(({ menu }) => menu && !menu.hiddenFrom?.includes(role));
    expect(menuOf(role)).toEqual(marked.filter(opens));
  });

  test("six screens are open to more roles than see them in the menu", () => {
    const hidden = screens.flatMap(({ name, menu }) => (menu?.hiddenFrom ? [[name, [...menu.hiddenFrom].sort()]] : []));
    expect(Object.fromEntries(hidden)).toEqual({
      integrations: ["accountant", "campaign_manager", "sales"],
      billing: ["accountant", "admin", "campaign_manager", "tech_admin"],
      accountManagers: ["admin"],
      archivedUsers: ["admin"],
      creativeReview: ["campaign_manager"],
      deals: ["campaign_manager"],
    });
    for (const { menu, roles: allowed } of screens)
      expect(allowed).toEqual(expect.arrayContaining([...(menu?.hiddenFrom ?? [])]));
  });
});

test("the most specific row applies to a path", () => {
  expect(screenOf("/users")?.screen.name).toBe("advertisers");
  expect(screenOf("/users/u1/campaigns/7")).toMatchObject({ screen: { name: "userCampaigns" }, params: { uid: "u1" } });
  expect(screenOf("/no-such-page")).toBeNull();
});

test("each role may open the lists that its work list leads to", () => {
  const closed = workKinds.flatMap((kind) => {
    const found = screenOf(new URL(lists[kind], "https://app.example").pathname);
    return rolesOf(workers[kind])
      .filter((role) => !found?.screen.roles.includes(role))
      .map((role) => `${role} ${kind}`);
  });
  expect(closed).toEqual([]);
});
