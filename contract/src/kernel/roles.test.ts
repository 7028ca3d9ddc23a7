import { expect, test } from "vitest";
import {
  isAdmin,
  isCustomer,
  isStaff,
  menuRoles,
  type Role,
  roleFlags,
  roles,
  skipsAccountChecks,
  userStatus,
} from "./roles.ts";
import { admins, advertisers, byRole, reachOf, rolesOf, signedIn, visitor } from "./who.ts";

const admin: Role[] = ["super_admin", "admin"];
const advertising: Role[] = ["customer", "advanced_advertiser"];
const all: Role[] = [...admin, ...(["tech_admin", "accountant", "campaign_manager", "sales"] as const), ...advertising];
const those = (holds: (role: Role) => boolean): Role[] => roles.filter(holds);

test("there are eight roles, each either staff or an advertiser", () => {
  expect(roles).toEqual(all);
  expect(those(isAdmin)).toEqual(admin);
  expect(those(isCustomer)).toEqual(advertising);
  expect(those(isStaff)).toEqual(all.slice(0, 6));
  expect(those(skipsAccountChecks)).toEqual([...admin, "sales"]);
});

test("clients get one flag per role; the senior roles have that of the basic one too", () => {
  for (const role of roles) {
    const set = Object.entries(roleFlags(role)).flatMap(([name, isSet]) => (isSet ? [name] : []));
    const basic = { super_admin: "admin", advanced_advertiser: "customer" }[role as string];
    expect(set.sort()).toEqual([role, ...(basic ? [basic] : [])].sort());
  }
  expect(Object.keys(roleFlags("sales")).sort()).toEqual([...roles].sort());
});

test("the menu and the API name every role and status as documented", () => {
  expect(menuRoles).toEqual({
    ...{ SUPER_ADMIN: "super_admin", ADMIN: "admin", TECH_ADMIN: "tech_admin", ACCOUNTANT: "accountant" },
    ...{ CAMPAIGN_MANAGER: "campaign_manager", ACCOUNT_MANAGER: "sales" },
    ...{ ADVERTIZER: "customer", ADVANCED_ADVERTIZER: "advanced_advertiser" },
  });
  expect(userStatus).toEqual({ invited: 1, active: 2, disabled: 3, archived: 4 });
});

test("visitors may call only what is for visitors; signed-in users reach their own data there", () => {
  for (const role of [null, ...roles]) {
    expect(reachOf(visitor, role)).toBe("own");
    expect(reachOf(signedIn, role)).toBe(role === null ? null : "own");
  }
  expect([rolesOf(visitor), rolesOf(signedIn)]).toEqual([all, all]);
  expect(reachOf(byRole({ ...admins, ...advertisers }), null)).toBe(null);
});

test("each role has the reach of its endpoint, and none where it is not listed", () => {
  const who = byRole({ ...admins, sales: "assigned", ...advertisers });
  expect(Object.fromEntries(roles.map((role) => [role, reachOf(who, role)]))).toEqual({
    ...{ super_admin: "all", admin: "all", sales: "assigned", customer: "own", advanced_advertiser: "own" },
    ...{ tech_admin: null, accountant: null, campaign_manager: null },
  });
  expect(rolesOf(who)).toEqual([...admin, "sales", ...advertising]);
  expect(rolesOf(byRole({}))).toEqual([]);
});
