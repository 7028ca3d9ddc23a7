import { type Role, roles } from "@litfass/contract/kernel/roles";
import { isDisabled, isFilledAccount } from "@litfass/contract/users/account-flags";
import { describe, expect, test } from "vitest";
import { isReady } from "../api/account-state.ts";
import { clientRoutes } from "./client-routes.ts";
import { canOpen, isAuthScreen, type NavigationUser, redirectOf } from "./navigation.ts";
import { screens } from "./screens.ts";

const someone = (user_role: Role, changes: Partial<NavigationUser> = {}): NavigationUser => ({
  uid: "own-uid-1",
  user_role,
  user_status: 2,
  country_code: "CH",
  email: "nora@brothaus-matte.example",
  email_verified_at: "2026-01-01T00:00:00Z",
  is_terms_accepted: true,
  ...changes,
});
const now = () => 1_795_000_000_000;
const go = (user: NavigationUser | null, path: string) => redirectOf(user, path, now);
const homeWithTime = "/dashboard?t=1795000000000";
/** The roles that may open a path. */
const openTo = (path: string): Role[] => roles.filter((role) => go(someone(role), path) === null);

const auth = ["/login", "/register", "/forgot-password", "/reset-password"];

describe("visitors", () => {
  test("[NAV-006] exactly four screens are auth screens", () => {
    expect(auth.every(isAuthScreen)).toBe(true);
    for (const path of ["/verify-email", "/account", "/dashboard", "/", "/loginx"])
      expect(isAuthScreen(path)).toBe(false);
  });

  test("[NAV-005] [NAV-009] these four are public, everything else redirects to /login", () => {
    for (const path of auth) expect(go(null, path)).toBeNull();
    for (const path of ["/dashboard", "/verify-email", "/disabled", "/no-such-page"])
      expect(go(null, path)).toBe("/login");
  });

  test("[NAV-004] every address of the app redirects a visitor to /login", () => {
    const paths = [
      ...clientRoutes.filter(({ path }) => !auth.includes(path)),
      ...screens.filter(({ outside }) => !outside),
    ].map(({ path }) => path.replace(/:\w+/g, "1"));
    expect(paths.length).toBeGreaterThan(60);
    for (const path of paths) expect([path, go(null, path)]).toEqual([path, "/login"]);
  });
});

describe("signed-in users", () => {
  test("[NAV-010] [STATE-002] a disabled user always ends on /disabled", () => {
    const user = someone("customer", { user_status: 3 });
    for (const path of ["/campaigns", "/account", "/login"]) expect(go(user, path)).toBe("/disabled");
    expect(go(user, "/disabled")).toBeNull();
  });

  test("[STATE-001] status 2 is active", () => {
    expect(isDisabled(someone("customer"))).toBe(false);
    expect(go(someone("customer"), "/campaigns")).toBeNull();
  });

  test("[NAV-007] [NAV-008] an unverified user stays on /verify-email and may open /account", () => {
    const user = someone("customer", { email_verified_at: null });
    expect(go(user, "/campaigns")).toBe("/verify-email");
    expect(go(user, "/verify-email")).toBeNull();
    expect(go(user, "/account")).toBeNull();
    expect(go(someone("customer"), "/verify-email")).toBe("/dashboard");
  });

  test("[NAV-012] an account is complete only with both country code and status", () => {
    expect(isFilledAccount({ user_role: "customer", country_code: "CH", user_status: 2 })).toBe(true);
    expect(isFilledAccount({ user_role: "customer", country_code: null, user_status: 2 })).toBe(false);
    expect(isFilledAccount({ user_role: "customer", country_code: "CH", user_status: null })).toBe(false);
  });

  test("[NAV-011] [NAV-013] an incomplete account or unaccepted terms redirect to /account", () => {
    expect(go(someone("customer", { country_code: null, user_status: null }), "/dashboard")).toBe("/account");
    expect(go(someone("customer", { is_terms_accepted: false }), "/campaigns")).toBe("/account");
    expect(go(someone("customer", { is_terms_accepted: false }), "/account")).toBeNull();
  });

  test("[ROLE-008] [ROLE-009] [ROLE-010] admins and sales skip both checks, the others do not", () => {
    const empty = { country_code: null, user_status: null, is_terms_accepted: false };
    const skipping = roles.filter((role) => isReady(someone(role, empty)));
    expect(skipping).toEqual(["super_admin", "admin", "sales"]);
    expect(go(someone("admin", empty), "/users")).toBeNull();
    expect(go(someone("accountant", empty), "/dashboard")).toBe("/account");
  });

  test("[NAV-014] [NAV-015] auth screens redirect home, or to /account without an e-mail unless admin or sales", () => {
    expect(go(someone("customer"), "/login")).toBe("/dashboard");
    expect(go(someone("customer", { email: null, email_verified_at: null }), "/login")).toBe("/account");
    expect(go(someone("sales", { email: null }), "/login")).toBe("/dashboard");
    expect(go(someone("admin", { email: null }), "/register")).toBe("/dashboard");
  });

  test("a pending second factor must be set up first, whatever the role", () => {
    for (const role of roles) {
      const user = someone(role, { second_factor: "required" });
      for (const path of ["/dashboard", "/users", "/campaigns"]) expect(go(user, path)).toBe("/account");
      expect(go(user, "/account")).toBeNull();
    }
    expect(go(someone("admin", { second_factor: "on" }), "/users")).toBeNull();
  });

  test("[NAV-016] [NAV-017] [ERR-026] a wrong role goes home with the time in the query", () => {
    expect(go(someone("customer"), "/creatives")).toBe(homeWithTime);
  });
});

describe("roles by route", () => {
  const adminOrManager = ["super_admin", "admin", "campaign_manager", "sales"];
  const tech = ["super_admin", "tech_admin"];
  const campaigns = ["super_admin", "admin", "tech_admin", "sales", "customer", "advanced_advertiser"];
  const rows: [title: string, paths: string[], allowed: readonly string[]][] = [
    [
      "[GUARD-001] [GUARD-002] [GUARD-003] any signed-in user",
      ["/invoices", "/google-analytics", "/dashboard", "/disabled", "/account", "/integrations"],
      roles,
    ],
    ["[GUARD-004] admin invoices", ["/admin/invoices"], ["super_admin", "accountant", "sales"]],
    ["[GUARD-006] manual invoices", ["/admin/manual-invoices"], ["super_admin", "accountant"]],
    ["bulk campaigns", ["/bulk-campaigns", "/bulk-campaigns/create", "/bulk-campaigns/4/creatives"], adminOrManager],
    ["[GUARD-008] campaigns of a user", ["/users/u1/campaigns", "/users/u1/campaigns/7"], adminOrManager],
    ["[GUARD-009] templates", ["/templates", "/templates/create", "/templates/3"], adminOrManager],
    [
      "[GUARD-011] creatives, groups and categories",
      [
        "/creatives",
        "/creatives/create",
        "/creatives/x",
        "/creative-groups",
        "/creative-groups/create",
        "/creative-groups/x",
        "/creative-group-categories",
      ],
      tech,
    ],
    ["[GUARD-012] Google Ads", ["/google-ads"], ["super_admin"]],
    ["[GUARD-014] campaigns", ["/campaigns", "/campaigns/create", "/campaigns/7", "/campaigns/7/creatives"], campaigns],
    [
      "[GUARD-015] favorite creatives",
      ["/favorite-creatives"],
      ["super_admin", "admin", "sales", "customer", "advanced_advertiser"],
    ],
    ["[GUARD-018] users", ["/users"], ["super_admin", "admin", "sales"]],
    [
      "[GUARD-017] [GUARD-019] the admin-only guard",
      ["/sales-managers", "/archived", "/users/u1/customers"],
      ["super_admin", "admin"],
    ],
  ];
  test.each(rows)("%s", (_title, paths, allowed) => {
    for (const path of paths) expect(openTo(path), path).toEqual(allowed);
  });

  test("[GUARD-020] assigned advertisers: admins for any uid, sales for the own", () => {
    expect(openTo("/account-managers/own-uid-1/advertisers")).toEqual(["super_admin", "admin", "sales"]);
    expect(openTo("/account-managers/other/advertisers")).toEqual(["super_admin", "admin"]);
  });

  test("an unknown path is left to the not-found screen", () => {
    expect(canOpen(someone("customer"), "/no-such-page")).toBe(true);
  });
});
