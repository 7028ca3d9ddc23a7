import { type Role, roles } from "@litfass/contract/kernel/roles";
import { describe, expect, test } from "vitest";
import { canOpen } from "../navigation.ts";
import { screens as allScreens } from "../screens.ts";
import { canSearchCampaigns, customerPath, matchesText, openableScreens } from "./palette-entry.ts";

const viewer = (user_role: Role, filled = true) => ({
  uid: "own-uid-1",
  user_role,
  user_status: filled ? 2 : null,
  country_code: filled ? "CH" : null,
  is_terms_accepted: filled,
});

describe("the command palette", () => {
  test.each(roles)("offers a %s exactly the screens of menus that the role may open", (role) => {
    const screens = openableScreens(viewer(role));
    const marked = allScreens.filter(({ menu, roles: allowed }) => menu && allowed.includes(role));
    expect(screens).toEqual(marked);
    expect(screens.map(({ name }) => name)).toEqual(expect.arrayContaining(["dashboard", "account"]));
    for (const { path } of screens) expect(canOpen(viewer(role), path), path).toBe(true);
    const path = customerPath(viewer(role), "u1");
    if (path) expect(canOpen(viewer(role), path)).toBe(true);
  });

  test("offers an admin the lists that only a super admin has in the menu", () => {
    const names = openableScreens(viewer("admin")).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["accountManagers", "archivedUsers"]));
    expect(names).not.toContain("creatives");
  });

  test("finds customers for roles that manage them, and campaigns for roles with that screen", () => {
    const leading = Object.fromEntries(roles.map((role) => [role, customerPath(viewer(role), "u1")]));
    expect(leading).toEqual({
      super_admin: "/users/u1",
      admin: "/users/u1",
      tech_admin: null,
      accountant: null,
      campaign_manager: "/users/u1/campaigns",
      sales: "/users/u1",
      customer: null,
      advanced_advertiser: null,
    });
    expect(roles.filter((role) => !canSearchCampaigns(viewer(role)))).toEqual(["accountant", "campaign_manager"]);
  });

  test("offers only the account until it is complete", () => {
    expect(openableScreens(viewer("customer", false)).map(({ path }) => path)).toEqual(["/account"]);
    expect(canSearchCampaigns(viewer("customer", false))).toBe(false);
  });

  test("matches terms in any order and case", () => {
    expect(matchesText("Manual invoice requests", "inv man")).toBe(true);
    expect(matchesText("Manual invoice requests", "")).toBe(true);
    expect(matchesText("Manual invoice requests", "inv user")).toBe(false);
  });
});
