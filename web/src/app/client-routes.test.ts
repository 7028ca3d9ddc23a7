import { readdirSync } from "node:fs";
import { roles } from "@litfass/contract/kernel/roles";
import { expect, test } from "vitest";
import { clientRoutes, isReachable, routeAt } from "./client-routes.ts";
import { menuOf, screenOf } from "./screens.ts";

test("a menu item is shown only where its screen exists", () => {
  const paths = clientRoutes.map((route) => route.path);
  for (const role of roles) {
    const shown = menuOf(role).filter(isReachable);
    expect(shown.length, role).toBeGreaterThan(1);
    const own = shown.filter((screen) => !screen.outside);
    expect(paths, role).toEqual(expect.arrayContaining(own.map((screen) => screen.path)));
  }
  expect(isReachable({ path: "/no-such-screen" })).toBe(false);
});

test("every screen in the shell has a row in the permission table", () => {
  const withoutRule = clientRoutes.filter(({ frame, path }) => frame === undefined && !screenOf(path));
  expect(withoutRule).toEqual([]);
});

test("finds the screen of a path and its catalog before rendering", () => {
  expect(routeAt("/dashboard")).toMatchObject({ path: "/dashboard", texts: ["reporting"] });
  expect(routeAt("/campaigns/create")?.path).toBe("/campaigns/create");
  expect(routeAt("/campaigns/12")).toMatchObject({ path: "/campaigns/:id" });
  expect(routeAt("/nowhere/at/all")).toBeUndefined();
  const catalogs = readdirSync(new URL("../i18n/en/", import.meta.url));
  for (const { texts } of clientRoutes) for (const name of texts) expect(catalogs).toContain(`${name}.json`);
});
