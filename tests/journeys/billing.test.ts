import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { eventually } from "../support/eventually.ts";
import { billingLabels, mailsTo, openFreshAccount, read, send } from "./billing/fresh-account.ts";

let visitor: Visitor;
let page: Page;
let address: string;

const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const plan = (name: string) => page.getByRole("region", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const invoices = () => page.getByRole("table", { name: "Invoices" });
const terms = () => dialog().getByRole("checkbox", { name: "I agree to the general terms and conditions" });
const figure = (label: string) => page.locator("div", { has: page.getByText(label, { exact: true }) }).last();
const openBilling = async (): Promise<void> => {
  await page.goto("/invoices");
  await invoices().or(page.getByText("No invoices yet")).first().waitFor();
};

beforeAll(async () => {
  visitor = await newVisitor({ width: 1920, height: 1080 });
  page = visitor.page;
  address = await openFreshAccount(page);
}, 90_000);
afterAll(async () => {
  await visitor.leave();
  closeBrowser();
});
beforeEach(() => page.unrouteAll({ behavior: "wait" }));

test("[ERR-020] a new customer without credit sees a warning on the campaigns, and its link leads to billing", async () => {
  await page.goto("/campaigns");
  const alert = page.getByRole("alert").filter({ hasText: "0.00" });
  await alert.waitFor();
  expect(await alert.innerText()).toBe("You have 0.00 credits. Please click here to recharge");
  await alert.getByRole("link", { name: "click here" }).click();
  await page.waitForURL((url) => url.pathname === "/invoices");
  await page.getByText("No invoices yet").waitFor();
});

describe("the plans", () => {
  test("[PKG-002] the Standard plan says that it is also called Growth, the others do not", async () => {
    await openBilling();
    await plan("Standard").getByText("Also called Growth").waitFor();
    for (const other of ["Starter", "Advanced"]) expect(await plan(other).innerText()).not.toContain("Growth");
  });

  test("[UI-PLAN-001] [UI-PLAN-002] [UI-PLAN-003] [UI-PLAN-005] [UI-PLAN-006] [UI-PLAN-007] [UI-PLAN-008] [UI-PLAN-009] [UI-PLAN-010] [CONST-010] each plan has its card, three in a row, with picture, price, three lists and a button", async () => {
    await openBilling();
    const plans = await read(page, "/billing/plans");
    await expect.poll(() => button("Subscribe").count()).toBe(plans.length);
    const tops = [];
    for (const each of plans) {
      const card = plan(each.name);
      const picture = card.locator("img");
      expect(
        await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      ).toBeGreaterThan(0);
      tops.push((await card.boundingBox())?.y);
      const words = await card.innerText();
      expect(words).toMatch(new RegExp(`CHF/€ ${each.price_formatted}\\s+per 3 months`));
      expect(words).toContain(`CHF/€ ${each.price_per_month_formatted} per month`);
      for (const [list, name] of [
        ["KPI", "KPI"],
        ["TARGETING", "Targeting"],
        ["HTML5", "Banner HTML 5"],
      ] as const) {
        const entries = card
          .locator("div", { has: page.getByRole("heading", { name, exact: true }) })
          .last()
          .locator("li");
        expect(await entries.allInnerTexts()).toEqual(each.benefits[list]);
      }
    }
    expect(new Set(tops).size).toBe(1);
    const sizes = await plan("Starter")
      .locator("b, p")
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    expect(Math.max(...sizes)).toBeGreaterThan(sizes.at(-1) ?? 0);
    // Another journey sets a discount for a while.
    type Priced = { price: number; discount: { list_price: number } | null };
    const listPrices = plans.map(({ price, discount }: Priced) => discount?.list_price ?? price);
    expect(listPrices).toEqual([1500, 4500, 13_500]);
    expect(await visitor.accessibility()).toEqual([]);
  });

  test("[CONST-010] [UI-PLAN-015] in German the label and the note about the binding invoice are translated", async () => {
    await page.evaluate(() => localStorage.setItem("locale", "de"));
    await send(page, "PATCH", "/users/me/lang", { lang: "de" });
    await page.goto("/invoices");
    await page.getByText("für 3 Monate").nth(2).waitFor();
    await expect.poll(() => page.getByText("für 3 Monate").count()).toBe(3);
    await button("Bestellen").first().click();
    await dialog().getByText("Mit der Bestellung wird eine verbindliche Rechnung erstellt und per E-Mail").waitFor();
    await send(page, "PATCH", "/users/me/lang", { lang: "en" });
    await page.evaluate(() => localStorage.setItem("locale", "en"));
  });

  test("[UI-PLAN-012] [UI-PLAN-013] [UI-PLAN-014] [UI-PLAN-015] [UI-PLAN-016] [UI-PLAN-017] [UI-PLAN-018] [UI-PLAN-019] [UI-PLAN-020] [RULE-021] [STATE-026] [STATE-027] the dialog stays open, requires the terms, and resets the checkbox", async () => {
    await openBilling();
    const sent: string[] = [];
    page.on("request", (request) => request.url().endsWith("/billing/send-invoice") && sent.push(request.method()));
    const [starter, standard] = await read(page, "/billing/plans");
    await plan("Starter").getByRole("button").click();
    await dialog().getByRole("heading", { name: starter.modal_title }).waitFor();
    expect((await dialog().boundingBox())?.width).toBeLessThanOrEqual(576);
    await dialog().getByText("A binding invoice will be created with the order and sent by e-mail").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    expect(await dialog().isVisible()).toBe(true);
    expect(await terms().isChecked()).toBe(false);
    expect(await button("Send invoice").isDisabled()).toBe(true);
    await terms().check();
    expect(await button("Send invoice").isEnabled()).toBe(true);
    await terms().uncheck();
    expect(await button("Send invoice").isDisabled()).toBe(true);
    await terms().check();
    const link = dialog().getByRole("link", { name: "general terms and conditions" });
    expect(await link.getAttribute("target")).toBe("_blank");
    await link.hover();
    await page.getByText("Opens in a new window").waitFor();
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await opened.waitForLoadState();
    expect(new URL(opened.url()).pathname).toBe("/terms");
    await opened.close();
    expect(await visitor.accessibility()).toEqual([]);
    await button("Cancel").click();
    await dialog().waitFor({ state: "detached" });
    await plan("Standard").getByRole("button").click();
    await dialog().getByRole("heading", { name: standard.modal_title }).waitFor();
    expect(await terms().isChecked()).toBe(false);
    await button("Cancel").click();
    expect(sent).toEqual([]);
  });

  test("[ERR-022] [STATE-030] [API-BILL-011] a failed send shows an error, leaves the dialog open and unchecks the terms", async () => {
    await openBilling();
    await page.route("**/billing/send-invoice", (route) => route.fulfill({ status: 500, json: { message: "no" } }));
    await plan("Starter").getByRole("button").click();
    await terms().check();
    await button("Send invoice").click();
    await page.getByText("Invoice has not been sent to mailbox", { exact: true }).waitFor();
    expect(await dialog().isVisible()).toBe(true);
    expect(await terms().isChecked()).toBe(false);
    expect(await button("Send invoice").isDisabled()).toBe(true);
  });

  test("[ERR-021] [STATE-028] [STATE-029] [API-BILL-011] [UI-PLAN-020] a sent invoice shows a confirmation, closes the dialog and reloads the page with it in the table", async () => {
    await openBilling();
    await plan("Starter").getByRole("button").click();
    await terms().check();
    const reloaded = page.waitForEvent("load");
    await button("Send invoice").click();
    await page.getByText("Invoice has been sent to mailbox", { exact: true }).waitFor();
    await dialog().waitFor({ state: "detached" });
    await reloaded;
    await invoices().getByText("Starter package, 3 months").waitFor();
    const mails = await eventually(
      "the mail with the invoice",
      () => mailsTo(address),
      (all) => all.some(({ attachments }) => attachments.length > 0),
    );
    expect(mails.some(({ text }) => /T-\d{4}-\d+/.test(text))).toBe(true);
  });

  test("[ERR-027] plans that fail to load do not affect the rest of the page and can be retried", async () => {
    await page.route("**/billing/plans", (route) => route.fulfill({ status: 500, json: { message: "no" } }));
    await page.goto("/invoices");
    await page.getByText("The plans could not be loaded").waitFor();
    await invoices().waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await button("Try again").click();
    await plan("Advanced").waitFor();
  });
});

describe("the invoices", () => {
  test("[UI-BILL-001] [UI-BILL-008] [UI-BILL-009] [UI-BILL-010] [UI-BILL-011] [UI-BILL-012] the user is loaded first, then the list with its columns and links", async () => {
    const asked: string[] = [];
    const note = (request: { url(): string }) => asked.push(new URL(request.url()).pathname);
    page.on("request", note);
    await page.route("**/api/v1/billing/invoices?*", async (route: Route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.push({ ...body.data[0], id: "T-2026-99999", number: "T-2026-99999", pdf: null });
      await route.fulfill({ response: answer, json: body });
    });
    await openBilling();
    page.off("request", note);
    expect(asked.indexOf("/api/v1/users/me")).toBeGreaterThan(-1);
    expect(asked.lastIndexOf("/api/v1/users/me")).toBeLessThan(asked.indexOf("/api/v1/billing/invoices"));
    const { data } = await read(page, "/billing/invoices");
    const headers = await invoices().getByRole("columnheader").allInnerTexts();
    expect(headers.map((each) => each.trim())).toEqual([
      "Transaction Number",
      "Description",
      "Amount",
      "Created at",
      "Download",
    ]);
    const [first, second] = [invoices().locator("tbody tr").nth(0), invoices().locator("tbody tr").nth(1)];
    const cells = await first.locator("td").allInnerTexts();
    expect(cells.slice(0, 2)).toEqual([data[0].id, data[0].subscription_name]);
    expect(cells[2]).toBe(`CHF\u00a0${data[0].amount_formatted}`);
    expect(
      await first
        .locator("td")
        .nth(2)
        .evaluate((cell) => getComputedStyle(cell).textAlign),
    ).toBe("right");
    expect(cells[3]).toMatch(/^\d{2}\.\d{2}\.\d{4}$/);
    const link = first.locator("td").last().getByRole("link");
    expect([await link.getAttribute("target"), await link.getAttribute("href")]).toEqual(["_blank", data[0].pdf]);
    expect(await second.locator("td").last().innerText()).toBe("");
  });

  test("[UI-BILL-013] [UI-BILL-014] [UI-BILL-015] more invoices than a page: 30 at first, then 25, 50, 100 or all", async () => {
    for (let count = 1; count < 32; count += 1)
      await send(page, "POST", "/billing/send-invoice", { planId: "starter" });
    await openBilling();
    const rows = invoices().locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(30);
    const pages = page.getByRole("navigation", { name: "Pages: Invoices" });
    const size = pages.getByRole("combobox");
    expect(await pages.getByText("30 per page").first().isVisible()).toBe(true);
    expect(await size.locator("option:not([disabled])").allTextContents()).toEqual([
      "25 per page",
      "50 per page",
      "100 per page",
      "all",
    ]);
    await size.selectOption({ label: "25 per page" });
    await expect.poll(() => rows.count()).toBe(25);
    await size.selectOption({ label: "all" });
    await expect.poll(() => rows.count()).toBe(32);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(32);
  });

  test("[UI-BILL-016] the table shows that the list is loading", async () => {
    let go = (): void => {};
    const held = new Promise<void>((done) => {
      go = done;
    });
    await page.route("**/api/v1/billing/invoices?*", async (route: Route) => {
      await held;
      await route.continue();
    });
    await page.goto("/invoices");
    const loading = page.getByRole("status").filter({ hasText: "Loading" });
    await loading.first().waitFor();
    expect(await invoices().count()).toBe(0);
    go();
    await invoices().waitFor();
    await expect.poll(() => loading.count()).toBe(0);
  });
});

test("[CONST-036] shows six card icons in the form that starts a card payment", async () => {
  await openBilling();
  await button("Add budget by card").click();
  const names = ["Visa", "Mastercard", "American Express", "Discover", "JCB", "UnionPay"];
  for (const name of names) await dialog().getByRole("img", { name, exact: true }).waitFor();
  await expect.poll(() => dialog().getByRole("img").count()).toBe(names.length);
  await button("Cancel").click();
});

test("[CONST-007] near its end a subscription shows a reminder, on billing and elsewhere, and creates no invoice", async () => {
  const before = (await read(page, "/billing/invoices")).meta.total;
  await page.route(/\/api\/v1\/(users\/me|login)$/, async (route: Route) => {
    if (route.request().method() !== "GET") return route.continue();
    const answer = await route.fetch();
    const subscription = {
      is_exists: true,
      isNearEndDate: true,
      isLowBalance: false,
      plan: "starter",
      end_at: "2030-04-15T10:00:00Z",
    };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), subscription } });
  });
  await page.goto("/campaigns");
  await page.getByRole("alert").filter({ hasText: "Your Starter package ends on 15.04.2030." }).waitFor();
  await page.goto("/invoices");
  await page.getByText("Your package ends on 15.04.2030.").waitFor();
  expect(await plan("Starter").getByRole("button", { name: "Subscribe" }).isEnabled()).toBe(true);
  expect((await read(page, "/billing/invoices")).meta.total).toBe(before);
});

test("[ROUTE-010] [UI-BILL-003] [UI-BILL-004] [UI-BILL-005] [UI-BILL-006] [UI-BILL-007] a customer with money sees the five sums, the plans and the invoices", async () => {
  const customer = await newVisitor();
  page = customer.page;
  await customer.signIn("customer");
  await openBilling();
  const shown = await eventually(
    "figures of one moment",
    async () => {
      const { balance } = await read(page, "/users/me");
      await page.reload();
      await figure("Manual Balance").waitFor();
      const texts = [];
      for (const [label] of billingLabels) texts.push([label, (await figure(label).innerText()).replace(/\s+/g, " ")]);
      return { balance, texts };
    },
    ({ balance, texts }) =>
      billingLabels.every(([, key], at) => texts[at]?.[1]?.includes(` CHF ${balance[`${key}_formatted`]} `)),
  );
  expect(shown.balance.total).toBeGreaterThan(0);
  await heading("Plans").waitFor();
  await heading("Invoices").waitFor();
  await customer.leave();
  page = visitor.page;
});

test("[UI-BILL-002] [ROUTE-011] [ROUTE-012] [ACT-011] staff: no sums without a balance, the lists for the accountant, home for the admin", async () => {
  const accountant = await newVisitor();
  await accountant.signIn("accountant");
  page = accountant.page;
  await openBilling();
  expect(await page.getByText("Manual Balance").count()).toBe(0);
  await page.goto("/admin/invoices?sort=user_name&direction=asc");
  const all = page.getByRole("table", { name: "Invoices of all customers" });
  await all.waitFor();
  expect(new Set(await all.locator("tbody tr td:nth-child(3)").allInnerTexts()).size).toBeGreaterThan(1);
  await page.goto("/admin/manual-invoices");
  await page.getByRole("table", { name: "Manual invoice requests" }).waitFor();
  expect(await accountant.accessibility()).toEqual([]);
  await accountant.leave();

  const admin = await newVisitor();
  await admin.signIn("admin");
  page = admin.page;
  expect((await read(page, "/billing/admin/manual-invoices")).data.length).toBeGreaterThan(0);
  await page.goto("/admin/manual-invoices");
  await page.waitForURL((url) => url.pathname === "/dashboard");
  await admin.leave();
  page = visitor.page;
});

test("[FIELD-PAYL-001] an admin sees number, description, amount and day of each of a user's transactions", async () => {
  const admin = await newVisitor();
  await admin.signIn("admin");
  page = admin.page;
  const { data } = await read(page, "/users?search=customer@demo.example");
  await page.goto(`/users/${data[0].uid}/transactions`);
  const table = page.getByRole("table").first();
  await table.waitFor();
  const headers = (await table.getByRole("columnheader").allInnerTexts()).map((each) => each.trim());
  for (const name of ["Transaction number", "Description", "Amount", "Created at"]) expect(headers).toContain(name);
  const cells = await table.locator("tbody tr").first().locator("td").allInnerTexts();
  const at = (name: string): string => cells[headers.indexOf(name)] ?? "";
  expect(at("Transaction number")).toMatch(/^\d+$/);
  expect(at("Description")).not.toBe("");
  expect(at("Amount")).toMatch(/\d\.\d{2}/);
  expect(at("Created at")).toMatch(/\d{2}\.\d{2}\.\d{4}/);
  await admin.leave();
  page = visitor.page;
});

test("[FLOW-003] a super admin changes a user, a creative, an invoice's state and an order, each on its screen", async () => {
  const orders = (await read(page, "/billing/invoices")).data.slice(0, 2).map(({ id }: { id: string }) => id);
  const admin = await newVisitor();
  await admin.signIn("super_admin");
  page = admin.page;
  const row = (text: string) => page.locator("main tbody tr").filter({ hasText: text });

  await page.goto(`/users?search=${encodeURIComponent(address)}`);
  await row(address).getByRole("link").first().click();
  await page.getByLabel("City").fill("Thun");
  await button("Save").first().click();
  const found = () => read(page, `/users?search=${encodeURIComponent(address)}`);
  const { uid } = (await found()).data[0];
  await expect.poll(async () => (await read(page, `/users/${uid}`)).city).toBe("Thun");

  const title = `Changed by staff ${process.pid}`;
  const made = await send(page, "POST", "/creatives", {
    type: "html5",
    width: 300,
    height: 250,
    html: "<h1>Bread</h1>",
  });
  await page.goto(`/creatives/${made.uuid}`);
  await page.getByLabel("Title").fill(title);
  await button("Save").click();
  await expect.poll(async () => (await read(page, `/creatives/${made.uuid}`)).title).toBe(title);
  await page.goto(`/creatives?search=${encodeURIComponent(title)}`);
  await row(title).waitFor();
  await callApi(page, "DELETE", `/creatives/${made.uuid}`);

  const step = async (screen: string, number: string, name: string) => {
    await page.goto(`${screen}?search=${number}`);
    await row(number)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await page.getByRole("menuitem", { name }).click();
    await dialog().getByRole("button", { name, exact: true }).click();
    await dialog().waitFor({ state: "detached" });
  };
  await step("/admin/invoices", orders[0], "Approve");
  await step("/admin/invoices", orders[0], "Mark as paid");
  await row(orders[0]).getByText("Paid", { exact: true }).waitFor();
  await step("/admin/manual-invoices", orders[1], "Approve");
  await row(orders[1]).getByText("Approved", { exact: true }).waitFor();
  await admin.leave();
  page = visitor.page;
});

test("billing staff cancel a request from its menu: its invoice is credited, and the request stays in the list", async () => {
  const ordered = await send(page, "POST", "/billing/send-invoice", { planId: "starter" });
  const admin = await newVisitor();
  await admin.signIn("super_admin");
  page = admin.page;
  await page.goto(`/admin/manual-invoices?search=${encodeURIComponent(ordered.id)}`);
  const row = page.locator("main tbody tr").filter({ hasText: ordered.id });
  const openMenu = async (): Promise<void> => {
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menu").waitFor();
  };
  await openMenu();
  await page.getByRole("menuitem", { name: "Cancel request" }).click();
  await dialog()
    .getByText(/^A credit note to .+ cancels the invoice for/)
    .waitFor();
  await dialog().getByRole("button", { name: "Cancel", exact: true }).click();
  await row.getByText("New", { exact: true }).waitFor();
  await openMenu();
  await page.getByRole("menuitem", { name: "Cancel request" }).click();
  await dialog().getByRole("button", { name: "Cancel request", exact: true }).click();
  await row.getByText("Canceled", { exact: true }).waitFor();
  await openMenu();
  expect(await page.getByRole("menuitem", { name: "Cancel request" }).count()).toBe(0);
  await admin.leave();
  page = visitor.page;
  const { data } = await read(page, "/billing/invoices");
  expect(data.find(({ id }: { id: string }) => id === ordered.id)).toMatchObject({ status: "credited" });
});
