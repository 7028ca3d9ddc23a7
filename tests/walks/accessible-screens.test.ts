import { roles } from "@litfass/contract/kernel/roles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindingsInBothThemes, shell } from "../support/axe.ts";
import { closeBrowser, newVisitor } from "../support/browser.ts";
import { callFrom } from "../support/call-api.ts";
import { openPaths, realIds } from "./roles/open-paths.ts";
import { startWalk } from "./roles/screen-walk.ts";

let ids: Record<string, string>;
beforeAll(async () => {
  const visitor = await newVisitor();
  await visitor.signIn("super_admin");
  ids = await realIds(visitor.page);
  await visitor.leave();
});
afterAll(closeBrowser);

test.each([...roles])(
  "no screen that a %s may open violates an axe rule, in light and dark mode",
  async (role) => {
    const { visitor, open, settle } = await startWalk();
    const { page } = visitor;
    await visitor.signIn(role, "/account");
    await settle();
    const { body } = await callFrom(page, "GET", "/users/me");
    const paths = openPaths({ uid: String(body.uid), user_role: role }, ids);
    expect(paths.length).toBeGreaterThan(5);
    for (const [at, path] of paths.entries()) {
      await open(path);
      expect(new URL(page.url()).pathname).toBe(path);
      // The same for every screen of a role.
      const known = at === 0 ? [] : shell;
      expect.soft(await axeFindingsInBothThemes(page, { known }), path).toEqual([]);
      expect.soft(visitor.complaints(), path).toEqual([]);
    }
    await visitor.leave();
  },
  900_000,
);
