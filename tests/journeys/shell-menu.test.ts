import type { Role } from "@litfass/contract/kernel/roles";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { isReachable } from "../../web/src/app/client-routes.ts";
import { menuOf } from "../../web/src/app/screens.ts";
import english from "../../web/src/i18n/en/shell.json" with { type: "json" };
import { axeFindings, axeFindingsInBothThemes } from "../support/axe.ts";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";

const everybody = new Map<Role, Visitor>();

async function signedIn(role: Role): Promise<Visitor> {
  const there = everybody.get(role);
  if (there) return there;
  const visitor = await newVisitor();
  await visitor.signIn(role);
  everybody.set(role, visitor);
  return visitor;
}

afterAll(async () => {
  for (const visitor of everybody.values()) await visitor.leave();
  closeBrowser();
});

/** Navigates like a link, without reloading the app. */
const walk = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

/** The screen has its heading, and no loading placeholder. */
async function settled(page: Page): Promise<void> {
  await page.locator("main h1").first().waitFor();
  await page.waitForFunction(() => document.querySelector("main [data-skeleton]") === null);
}

test("the sign-in screens and the palette violate no axe rule, in light and dark mode", async () => {
  const visitor = await newVisitor();
  for (const path of ["/login", "/register", "/forgot-password", "/reset-password?token=x&email=a@b.ch"]) {
    await visitor.page.goto(path);
    await visitor.page.locator("h1").waitFor();
    expect.soft(await axeFindingsInBothThemes(visitor.page), path).toEqual([]);
  }
  expect(visitor.complaints()).toEqual([]);
  await visitor.leave();
  const { page } = await signedIn("customer");
  await page.goto("/account");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Go to" }).waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});

test("the keyboard focus is visible", async () => {
  const { page } = await signedIn("super_admin");
  const styleOf = () =>
    page.evaluate(() => {
      const styles: string[] = [];
      let element = document.activeElement;
      const name = element?.outerHTML.slice(0, 120) ?? "";
      for (let up = 0; up < 3 && element; up++, element = element.parentElement) {
        const { outline, boxShadow, borderColor, top } = getComputedStyle(element);
        styles.push(`${outline} ${boxShadow} ${borderColor} ${top}`);
      }
      return { name, styles };
    });
  for (const path of ["/users", "/account"]) {
    await page.goto(path);
    await settled(page);
    const unseen: string[] = [];
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press("Tab");
      const focused = await styleOf();
      const blurred = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        element.blur();
        const styles: string[] = [];
        let each: Element | null = element;
        for (let up = 0; up < 3 && each; up++, each = each.parentElement) {
          const { outline, boxShadow, borderColor, top } = getComputedStyle(each);
          styles.push(`${outline} ${boxShadow} ${borderColor} ${top}`);
        }
        element.focus();
        return styles;
      });
      if (focused.styles.join() === blurred.join()) unseen.push(focused.name);
    }
    expect(unseen, path).toEqual([]);
  }
});

test("[NAV-004] the app redirects a visitor to sign in from its addresses", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  await page.goto("/login");
  await page.locator("h1").waitFor();
  // Every other address: web/src/app/navigation.test.ts.
  for (const path of ["/dashboard", "/bulk-campaigns/1/creatives"]) {
    await walk(page, path);
    await page.waitForURL((url) => url.pathname === "/login");
  }
  await page.goto("/users/1/campaigns/2");
  await page.waitForURL((url) => url.pathname === "/login");
  await visitor.leave();
});

/** The total number of links in the super admin's menu (section 2), without those of later screens. */
const fifteen = [
  "Dashboard",
  "Analytics",
  "Campaigns",
  "Account",
  "Integrations",
  "Billing",
  "Advertisers",
  "Account managers",
  "Archived users",
  "Favorite creatives",
  "Creatives",
  "Creative groups",
  "Creative categories",
  "Admin invoices",
  "Manual invoice requests",
];

test.each([
  ["[MENU-001] the menu of a super_admin, where each leads to its screen,", "super_admin", fifteen],
  ["the menu of a customer", "customer", ["Analytics", "Integrations"]],
  ["the menu of a sales", "sales", ["Analytics"]],
  ["the menu of a campaign_manager", "campaign_manager", ["Analytics"]],
] as const)("%s has exactly the links of the permission table", async (_title, role, least) => {
  const visitor = await signedIn(role);
  const { page } = visitor;
  await page.goto("/account");
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.waitFor();
  const expected = menuOf(role).filter(isReachable);
  const labels = expected.map(({ name }) => english.screens[name as keyof typeof english.screens]);
  expect((await menu.getByRole("link").allInnerTexts()).sort()).toEqual([...labels].sort());
  expect(labels).toEqual(expect.arrayContaining([...least]));
  // The other roles have a part of these links; `npm run test:screens` follows them as every role.
  for (const [at, { path, outside }] of expected.entries()) {
    if (outside || role !== "super_admin") continue;
    await menu.getByRole("link", { name: labels[at] ?? "", exact: true }).click();
    await page.waitForURL((url) => url.pathname === path);
    await page.locator("main h1").first().waitFor();
  }
  expect(visitor.complaints()).toEqual([]);
});

test("contrast is measured again for another style, theme or ancestor, not for the same one", async () => {
  const visitor = await newVisitor();
  const { page } = visitor;
  const findings = async (body: string): Promise<string[]> => {
    await page.setContent(`<html lang="en"><title>Styles</title><main>${body}</main></html>`);
    return (await axeFindings(page)).filter((line) => line.startsWith("color-contrast"));
  };
  const faint = `<p style="color: #bbb">Faint</p>`;
  expect(await findings("<p>Black</p>")).toEqual([]);
  expect(await findings(`<p>Black</p>${faint}`)).toHaveLength(1);
  expect(await findings(faint)).toEqual([]);
  expect(await findings(`<div class="card">${faint}</div>`)).toHaveLength(1);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findings(faint)).toHaveLength(1);
  await visitor.leave();
});
