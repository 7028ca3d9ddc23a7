import { roles } from "@litfass/contract/roles";
import { expect, test } from "vitest";
import { clientRoutes, leadsSomewhere } from "./client-routes.ts";
import { menuOf, screenOf } from "./screens.ts";

test("a menu item is shown only where its screen exists", () => {
  const paths = clientRoutes.map((route) => route.path);
  for (const role of roles) {
    const shown = menuOf(role).filter(leadsSomewhere);
    expect(shown.length, role).toBeGreaterThan(1);
    const own = shown.filter((screen) => !screen.outside);
    expect(paths, role).toEqual(expect.arrayContaining(own.map((screen) => screen.path)));
  }
  expect(leadsSomewhere({ path: "/no-such-screen" })).toBe(false);
});

test("every screen in the shell has a row in the permission table", () => {
  const unruled = clientRoutes.filter(({ frame, path }) => frame === undefined && !screenOf(path));
  expect(unruled).toEqual([]);
});
