import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callFrom } from "../support/call-api.ts";
import { expectAccessible } from "./campaign/accessibility.ts";
import { acceptInvitation, type Invited, invite } from "./shell/invite.ts";

let visitor: Visitor;
let page: Page;
let admin: Visitor;
let manager: Invited;
let first: Invited;

const others: Visitor[] = [];
const stamp = `${process.pid}${Date.now()}`;

beforeAll(async () => {
  admin = await newVisitor();
  await admin.signIn("super_admin");
  manager = await invite(admin.page, "sales", { first_name: "Mila", last_name: `Manager${stamp}` });
  first = await invite(admin.page, "customer", { first_name: "Cora", last_name: `First${stamp}` });
  await invite(admin.page, "customer", { first_name: "Cora", last_name: `Second${stamp}` });
});
afterEach(async () => {
  for (const other of others.splice(0)) await other.leave();
});
afterAll(async () => {
  await admin.leave();
  closeBrowser();
});

async function arrive(): Promise<void> {
  visitor = await newVisitor();
  others.push(visitor);
  page = visitor.page;
}

const side = (of = page) => of.locator("#side-menu");
const row = (name: string, of = admin.page) => of.locator("main tbody tr").filter({ hasText: name });
const names = async (of = admin.page): Promise<string[]> => {
  await of.locator("main tbody tr").first().waitFor();
  return of.locator("main tbody tr td:first-child a, main tbody tr th:first-child a").allInnerTexts();
};
const heading = (of = admin.page) => of.getByRole("heading", { level: 1 });

describe("lists of people", () => {
  test("[ROUTE-026] users lists advertisers, with server-side search", async () => {
    const { page: at } = admin;
    await at.goto("/users");
    await row("customer@demo.example").first().waitFor();
    expect(await row("sales@demo.example").count()).toBe(0);
    await at.getByRole("searchbox").fill(`First${stamp}`);
    await row(first.email).waitFor();
    await expect.poll(() => row("customer@demo.example").count()).toBe(0);
  });

  test("a page beyond the last redirects to the last one", async () => {
    const { page: at } = admin;
    await at.goto(`/users?search=First${stamp}&page=7`);
    await row(first.email).waitFor();
    expect(new URL(at.url()).searchParams.get("page")).toBe(null);
  });

  test("a dialog returns the focus to its button", async () => {
    const { page: at } = admin;
    await at.goto("/users");
    const inviting = at.getByRole("button", { name: "Invite" });
    await inviting.click();
    await at.getByRole("dialog").waitFor();
    await at.keyboard.press("Escape");
    await expect.poll(() => inviting.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("[ROUTE-027] sales-managers lists account managers", async () => {
    const { page: at } = admin;
    await at.goto("/sales-managers");
    await row("sales@demo.example").waitFor();
    await row(manager.email).waitFor();
    expect(await row("customer@demo.example").count()).toBe(0);
  });

  test("[ROUTE-040] [ROUTE-029] customers are assigned and removed, and the manager's list shows exactly the assigned ones", async () => {
    const { page: at } = admin;
    const add = async (name: string) => {
      const field = at.getByRole("combobox", { name: /Advertisers|customers/i });
      await field.fill(name);
      await at.getByRole("option", { name: new RegExp(name) }).click();
      await at.getByRole("button", { name: "Assign", exact: true }).click();
      await row(name).waitFor();
    };
    await at.goto(`/users/${manager.uid}/customers`);
    await add(`First${stamp}`);
    await at.reload();
    await add(`Second${stamp}`);
    await at.goto(`/account-managers/${manager.uid}/advertisers`);
    expect((await names()).sort()).toEqual([`Cora First${stamp}`, `Cora Second${stamp}`]);
    await at.goto(`/users/${manager.uid}/customers`);
    await row(`Second${stamp}`).getByRole("button").click();
    await expect.poll(() => row(`Second${stamp}`).count()).toBe(0);
    await at.goto(`/account-managers/${manager.uid}/advertisers`);
    expect(await names()).toEqual([`Cora First${stamp}`]);
  });

  test("a need filters the advertisers, and an account manager is assigned from the row", async () => {
    const { page: at } = admin;
    await at.goto(`/users?search=Second${stamp}`);
    await row(`Second${stamp}`).waitFor();
    await at.getByRole("tab", { name: "No account manager" }).click();
    await at.waitForURL(/need=unassigned/);
    await row(`Second${stamp}`)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await at.getByRole("menuitem", { name: "Assign account managers" }).click();
    const dialog = at.getByRole("dialog", { name: /^Account managers of/ });
    await dialog.getByRole("combobox", { name: "Account managers" }).fill(`Manager${stamp}`);
    await at.getByRole("option", { name: `Mila Manager${stamp}` }).click();
    await expectAccessible(at, "assign account managers");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => row(`Second${stamp}`).count()).toBe(0);
    await at.getByRole("tab", { name: "New" }).click();
    await row(`Second${stamp}`).getByText(`Mila Manager${stamp}`).waitFor();
  });

  test("[ROUTE-028] [ACT-002] [ACT-004] an archived user moves to the archived list and can be restored", async () => {
    const { page: at } = admin;
    await at.goto(`/users?search=Second${stamp}`);
    await row(`Second${stamp}`).getByRole("button").click();
    await at.getByRole("menuitem", { name: "Archive" }).click();
    await at.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
    await expect.poll(() => row(`Second${stamp}`).count()).toBe(0);
    await at.goto(`/archived?search=Second${stamp}`);
    await row(`Second${stamp}`).getByRole("button").click();
    await expect.poll(() => row(`Second${stamp}`).count()).toBe(0);
    await at.goto(`/users?search=Second${stamp}`);
    await row(`Second${stamp}`).waitFor();
  });
});

test("[GUARD-016] redirects a customer from the four staff lists to the home page", async () => {
  await arrive();
  await visitor.signIn("customer");
  for (const path of ["/users", "/sales-managers", "/archived", `/account-managers/${manager.uid}/advertisers`]) {
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === "/dashboard" && /^\?t=\d+$/.test(url.search));
  }
});

test("[GUARD-018] an account manager sees only assigned customers, without admin actions", async () => {
  const [own, foreign] = ["customer@demo.example", "advanced-advertiser@demo.example"];
  await admin.page.goto(`/users?search=${own}`);
  await row(own).getByRole("button").click();
  for (const name of ["Archive", "Credit budget"])
    await admin.page.getByRole("menuitem", { name, exact: true }).waitFor();
  await admin.page.keyboard.press("Escape");
  await arrive();
  await visitor.signIn("sales", "/users");
  await row(own, page).waitFor();
  expect(await row(foreign, page).count()).toBe(0);
  expect(await page.getByRole("button", { name: /Invite|Archive|Credit|Export/ }).count()).toBe(0);
  await row(own, page).getByRole("button").click();
  await page.getByRole("menuitem").first().waitFor();
  const actions = ["Details", "Campaigns", "Reports", "Transactions"];
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(actions);
});

test("[SHELL-016] [SHELL-017] [SHELL-018] [MENU-ROLE-018] only an account manager uploads a company logo: a file input, then the image, at most 150 px high", async () => {
  await arrive();
  await acceptInvitation(page, manager.email);
  await heading(page).waitFor();
  const input = side().locator('input[type="file"]');
  await side().getByText("Upload company logo").waitFor();
  expect(await side().locator("img").count()).toBe(0);
  await input.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") });
  await page.getByText("The logo must be a PNG, JPEG, WebP or GIF image of at most 2 MB").waitFor();
  const tall = await page.screenshot({ clip: { x: 0, y: 0, width: 100, height: 600 } });
  await input.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: tall });
  const logo = side().getByRole("img", { name: /^Logo of/ });
  await expect.poll(async () => (await logo.boundingBox())?.height ?? 0).toBeGreaterThan(100);
  expect((await logo.boundingBox())?.height).toBeLessThanOrEqual(150);
  expect(await side().getByRole("button", { name: "Change the company logo" }).isVisible()).toBe(true);
  expect(await side().getByText("Upload company logo").count()).toBe(0);
  await page.reload();
  await logo.waitFor();
  const { page: at } = admin;
  expect((await callFrom(at, "PATCH", `/admin/users/${manager.uid}`, { user_status: 3 })).status).toBe(200);
  await page.reload();
  await page.waitForURL((url) => url.pathname === "/disabled");
  expect(await page.locator('input[type="file"], img[alt^="Logo of"]').count()).toBe(0);
  for (const role of ["customer", "accountant"] as const) {
    await arrive();
    await visitor.signIn(role, "/account");
    await side().waitFor();
    expect(await side().locator('input[type="file"]').count()).toBe(0);
  }
});

test("an account manager's campaign list names the customer once: below the name, or on a wide screen in its own column", async () => {
  const sales = await newVisitor();
  others.push(sales);
  await sales.signIn("sales", "/campaigns");
  const list = sales.page;
  const row = list.getByRole("table", { name: "Campaigns" }).getByRole("row").nth(1);
  await row.waitFor();
  const owner = (await row.locator('td[data-label="Customer"]').textContent()) ?? "";
  expect(owner).toMatch(/\w/);
  for (const [width, hasColumn] of [
    [1280, false],
    [1600, true],
  ] as const) {
    await list.setViewportSize({ width, height: 800 });
    expect([width, await list.getByRole("columnheader", { name: "Customer", exact: true }).isVisible()]).toEqual([
      width,
      hasColumn,
    ]);
    expect([width, await row.getByText(owner, { exact: true }).filter({ visible: true }).count()]).toEqual([width, 1]);
  }
});
