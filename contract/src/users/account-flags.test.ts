import { expect, test } from "vitest";
import { isAdmin, isCustomer, menuRoles, type Role, roleFlags, roles } from "../kernel/roles.ts";
import {
  type AccountFacts,
  hasAcceptedTerms,
  hasCompanyLogo,
  isDisabled,
  isEmailVerified,
  isFilledAccount,
  isLoggedIn,
  restrictionOf,
} from "./account-flags.ts";

const customer: AccountFacts = {
  user_role: "customer",
  user_status: 2,
  country_code: "CH",
  email_verified_at: "2026-01-01T00:00:00.000Z",
  is_terms_accepted: true,
};

test("[NAV-012] [FIELD-FLAG-001] filled means country and status; admins and account managers always count as filled", () => {
  expect(isFilledAccount(customer)).toBe(true);
  expect(isFilledAccount({ ...customer, country_code: null })).toBe(false);
  expect(isFilledAccount({ ...customer, user_status: null })).toBe(false);
  for (const user_role of roles) {
    const empty = { user_role, user_status: null, country_code: null };
    expect(isFilledAccount(empty)).toBe(["super_admin", "admin", "sales"].includes(user_role));
    expect(hasAcceptedTerms({ user_role, is_terms_accepted: false })).toBe(isFilledAccount(empty));
  }
});

test("[FIELD-FLAG-002] [FIELD-FLAG-004] [STATE-001] verified is derived from the time of verification, disabled by status 3", () => {
  expect(isEmailVerified({ email_verified_at: null })).toBe(false);
  expect(isEmailVerified(customer)).toBe(true);
  expect([null, 1, 2, 3, 4].map((user_status) => isDisabled({ user_status }))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

test("the restriction of an account is the most severe one", () => {
  const bare = { ...customer, country_code: null, email_verified_at: null, is_terms_accepted: false };
  expect(restrictionOf({ ...bare, user_status: 3 })).toBe("disabled");
  expect(restrictionOf(bare)).toBe("unverified");
  expect(restrictionOf({ ...bare, email_verified_at: "x" })).toBe("unfilled");
  expect(restrictionOf({ ...customer, is_terms_accepted: false })).toBe("terms");
  expect(restrictionOf(customer)).toBeNull();
});

test("[ROLE-002] [ROLE-004] [ROLE-005] admin includes super_admin, customer includes advanced_advertiser, and the menu's spellings", () => {
  expect(roles.filter(isAdmin)).toEqual(["super_admin", "admin"]);
  expect(roles.filter(isCustomer)).toEqual(["customer", "advanced_advertiser"]);
  expect(menuRoles).toEqual({
    SUPER_ADMIN: "super_admin",
    TECH_ADMIN: "tech_admin",
    ACCOUNT_MANAGER: "sales",
    ADVERTIZER: "customer",
    ADVANCED_ADVERTIZER: "advanced_advertiser",
    ADMIN: "admin",
    ACCOUNTANT: "accountant",
    CAMPAIGN_MANAGER: "campaign_manager",
  });
});

test("[SHELL-016] [MENU-ROLE-018] account managers have a company logo in the shell unless they are disabled", () => {
  expect(roles.filter((user_role) => hasCompanyLogo({ user_role, user_status: 2 }))).toEqual(["sales"]);
  expect(hasCompanyLogo({ user_role: "sales", user_status: 3 })).toBe(false);
});

test("[FIELD-FLAG-003] a session with a user is logged in", () => {
  expect(isLoggedIn(null)).toBe(false);
  expect(isLoggedIn(customer)).toBe(true);
});

test("[FIELD-FLAG-005] each role has a flag, which is also set for the roles that include it", () => {
  const up = (role: Role) => roles.filter((flag) => roleFlags(role)[flag]);
  for (const role of roles) expect(Object.keys(roleFlags(role)).sort()).toEqual([...roles].sort());
  expect(Object.fromEntries(roles.map((role) => [role, up(role)]))).toEqual({
    super_admin: ["super_admin", "admin"],
    admin: ["admin"],
    tech_admin: ["tech_admin"],
    accountant: ["accountant"],
    campaign_manager: ["campaign_manager"],
    sales: ["sales"],
    customer: ["customer"],
    advanced_advertiser: ["customer", "advanced_advertiser"],
  });
});
