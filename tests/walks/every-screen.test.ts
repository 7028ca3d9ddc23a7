import { roles } from "@litfass/contract/kernel/roles";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientRoutes, routeAt } from "../../web/src/app/client-routes.ts";
import { canOpen } from "../../web/src/app/navigation.ts";
import { closeBrowser } from "../support/browser.ts";
import { type DemoObjects, readDemoObjects } from "./roles/demo-objects.ts";
import { addressesOf } from "./roles/example-addresses.ts";
import { type ScreenWalk, startWalk } from "./roles/screen-walk.ts";

/** These screens redirect active accounts to the home page, and have separate journeys. */
const accountStates = ["/verify-email", "/disabled"];
const screens = clientRoutes.filter(({ frame, path }) => frame !== "auth" && !accountStates.includes(path));
const authScreens = clientRoutes.filter(({ frame, path }) => frame === "auth" && !accountStates.includes(path));

let demo: DemoObjects;
beforeAll(async () => {
  const { visitor } = await startWalk();
  await visitor.signIn("super_admin");
  demo = await readDemoObjects(visitor.page);
  await visitor.leave();
});
afterAll(closeBrowser);

/** Records errors on the current screen: failures, and links to screens the viewer may not open. */
function inspector(walk: ScreenWalk, viewer: Parameters<typeof canOpen>[0] | null) {
  const found = new Set<string>();
  const serverPages = new Set<string>();
  const inspect = async (): Promise<void> => {
    const at = walk.address();
    for (const fault of await walk.takeFaults()) found.add(`${at}: ${fault}`);
    for (const link of await walk.links()) {
      const path = link.split("?")[0] ?? link;
      if (!routeAt(path)) serverPages.add(link);
      else if (viewer && !canOpen(viewer, path)) found.add(`${at}: a link to ${link}, which is closed`);
    }
  };
  const checkServerPages = async (): Promise<void> => {
    for (const link of serverPages) {
      const answer = await walk.visitor.page.request.get(link, { maxRedirects: 0 });
      if (answer.status() >= 400) found.add(`${link}, which a screen links to, answers ${answer.status()}`);
    }
  };
  return { found, inspect, checkServerPages };
}

describe("[GUARD-010] [GUARD-014] [GUARD-015] every screen works for every role that may open it, with its tabs, steps and links, and redirects others home", () => {
  test.for([...roles])("%s", { timeout: 900_000 }, async (role) => {
    const walk = await startWalk();
    const { page } = walk.visitor;
    const viewer = { uid: demo.uids[role], user_role: role };
    const { found, inspect, checkServerPages } = inspector(walk, viewer);
    await walk.visitor.signIn(role, "/account");
    await walk.settle();
    const addresses = screens.flatMap(({ path }) => addressesOf(path, demo, role));
    const opened = new Set<string>();
    for (const address of addresses.filter((each) => canOpen(viewer, each.split("?")[0] ?? each))) {
      await walk.open(address);
      if (walk.address() !== address) found.add(`${address}: sent to ${walk.address()}`);
      await inspect();
      // The steps of a campaign are the same below its own path and below its user's.
      const sections = /campaigns\/\d+/.exec(address)?.[0] ?? address;
      if (!address.includes("?") && !opened.has(sections)) await walk.openSections(inspect);
      opened.add(sections);
    }
    await checkServerPages();
    expect([...found]).toEqual([]);

    const closed = screens.filter(({ path }) => !canOpen(viewer, addressesOf(path, demo, "super_admin")[0] ?? path));
    for (const { path } of closed) {
      await walk.go(addressesOf(path, demo, "super_admin")[0] ?? path);
      await page.waitForURL(({ pathname, search }) => pathname === "/dashboard" && /^\?t=\d+$/.test(search));
    }
    await walk.visitor.leave();
  });

  test("a visitor", async () => {
    const walk = await startWalk();
    const { found, inspect, checkServerPages } = inspector(walk, null);
    await walk.visitor.page.goto("/login");
    await walk.settle();
    await walk.takeFaults();
    const open = screens.filter(({ frame }) => frame === "open");
    for (const { path } of [...authScreens, ...open]) {
      for (const address of addressesOf(path, demo, "customer")) {
        await walk.open(address);
        if (walk.address() !== address) found.add(`${address}: sent to ${walk.address()}`);
        await inspect();
      }
    }
    await checkServerPages();
    expect([...found]).toEqual([]);
    await walk.visitor.leave();
  });
});
