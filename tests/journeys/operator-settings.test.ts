import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi, callFrom } from "../support/call-api.ts";
import { scrollUntilVisible } from "../support/scroll-until-visible.ts";

let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  visitor = await newVisitor({});
  page = visitor.page;
});
afterEach(() => visitor.leave());
afterAll(closeBrowser);

test("an operator changes the company and a VAT rate, and the imprint and the site's footer name it", async () => {
  await visitor.signIn("super_admin", "/settings/operator?section=company");
  await expect.poll(() => page.getByLabel("Company name").inputValue()).toBe("Litfass Demo AG");
  await page.goto("/settings/launch");
  await page.getByText("Invoices and the imprint name the demo company").waitFor();
  await page.goto("/settings/operator?section=company");
  const name = page.getByLabel("Company name");
  await expect.poll(() => name.inputValue()).toBe("Litfass Demo AG");
  try {
    await page.getByLabel("IBAN or QR-IBAN").fill("CH93 0000");
    await page.getByLabel("Reason for the change").fill("New company");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("Enter a valid IBAN with the length of its country").waitFor();

    await page.getByLabel("IBAN or QR-IBAN").fill("CH44 3199 9123 0008 8901 2");
    await name.fill("Plakat Nord AG");
    await page.getByLabel("Commercial register").fill("Basel-Stadt, CHE-116.281.710");
    const rates = page.getByLabel("VAT rates");
    await rates.fill(`${await rates.inputValue()}\nCH 2099-01-01 8.7`);
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("name: Litfass Demo AG → Plakat Nord AG").waitFor();

    await page.goto("/en/imprint");
    const imprint = await page.locator("body").innerText();
    expect(imprint).toContain("Basel-Stadt, CHE-116.281.710");
    expect(imprint).toMatch(/© Plakat Nord AG/);
    expect(imprint).not.toContain("Litfass Demo AG");

    await page.goto("/settings/launch");
    await page.getByText("Plakat Nord AG issues the invoices").waitFor();
    expect(await visitor.accessibility()).toEqual([]);
    await page.getByRole("link", { name: "Change the company and VAT" }).click();
    await page.getByLabel("VAT number (UID)").fill("");
    await page.getByLabel("Reason for the change").fill("Exempt");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("A company without a VAT number charges no VAT: remove the rates").waitFor();
    // Not saved: journeys that run at the same time pay VAT.
  } finally {
    type Current = { company: { version: number } };
    const { company } = await callApi<Current>(page, "GET", "/settings/operator");
    const body = { version: company.version, restore: 0, note: "As before" };
    await callApi(page, "POST", "/settings/operator/company/restore", body);
  }
});

test("an operator replaces the privacy text in German, previews it, and visitors read it", async () => {
  await visitor.signIn("super_admin", "/settings/operator?section=legal");
  await page.getByLabel("Document").click();
  await page.getByRole("option", { name: "Privacy" }).click();
  await page.getByLabel("Language of the text").click();
  await page.locator('[role="option"]', { hasText: "Deutsch" }).click();
  const text = page.getByLabel("Privacy (Deutsch)");
  await page.getByRole("button", { name: "Start from the built-in text" }).click();
  await expect.poll(() => text.inputValue()).toContain("{address}");
  try {
    await text.fill("# Unsere Regeln\n\nWir sind {nom}.");
    await page.getByLabel("Reason for the change").fill("Own text");
    // The error is shown where it is, also while another text is open.
    await page.getByLabel("Document").click();
    await page.getByRole("option", { name: "Imprint" }).click();
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("Only these placeholders are possible in braces").waitFor();
    await text.fill("# Unsere Regeln\n\nWir sind {name}.");
    // Before the preview, because axe cannot run in a frame without scripts.
    expect(await visitor.accessibility()).toEqual([]);
    await page.getByRole("button", { name: "Preview" }).click();
    const preview = page.frameLocator("iframe[title='Preview: Privacy']");
    await preview.getByRole("heading", { name: "Unsere Regeln" }).waitFor();
    // The style sheet applies: without it a heading is 37 px high.
    await expect.poll(async () => (await preview.locator("h1").boundingBox())?.height).toBeGreaterThan(40);
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("Privacy, Deutsch: –").first().waitFor();
    await page.goto("/de/privacy");
    await page.getByText("Wir sind Litfass Demo AG.").waitFor();
  } finally {
    await page.goto("/settings/operator");
    const { legal } = await callApi<{ legal: { version: number } }>(page, "GET", "/settings/operator");
    const body = { version: legal.version, restore: 0, note: "As before" };
    await callApi(page, "POST", "/settings/operator/legal/restore", body);
  }
});

test("an operator lists a publisher's site, and copies the tag for it", async () => {
  await visitor.signIn("super_admin", "/settings/operator?section=publishers");
  const sites = page.getByLabel("Sites with the ad tag");
  await sites.fill("journey-news.example Journey News AG\nhttps://wrong.example Wrong AG");
  await page.getByLabel("Reason for the change").fill("A first publisher");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("Line 2: Enter a domain without https://").waitFor();
  await sites.fill("journey-news.example Journey News AG");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("sites: – → journey-news.example Journey News AG").waitFor();
  expect(await page.locator("pre").innerText()).toMatch(/<script async src="http:\/\/localhost:\d+\/tag\.js"/);
  expect(await visitor.accessibility()).toEqual([]);
});

// A real new edition would stop every other journey's customers, so the API's answers are changed on their way.
test("a customer reads what new terms change, and goes on after accepting them", async () => {
  let isAccepted = false;
  const accepted: unknown[] = [];
  await page.route("**/api/v1/users/me", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), is_terms_accepted: isAccepted } });
  });
  await page.route("**/api/v1/site/terms", (route) =>
    route.fulfill({ json: { edition: 2, changes: "Invoices are due in 10 days.", has_accepted: true } }),
  );
  await page.route("**/api/v1/users/me/terms", async (route) => {
    accepted.push(route.request().postDataJSON());
    isAccepted = true;
    const me = await route.fetch({ url: route.request().url().replace("/terms", ""), method: "GET" });
    await route.fulfill({ json: { ...(await me.json()), is_terms_accepted: true } });
  });
  await visitor.signIn("customer", "/campaigns");
  await page.waitForURL("**/account");
  await page.getByRole("heading", { name: "Our terms have changed" }).waitFor();
  await page.getByText("Invoices are due in 10 days.").waitFor();
  expect(await page.getByRole("link", { name: "Read the new terms" }).getAttribute("href")).toBe("/terms?lang=en");
  expect(await page.getByLabel("First name").count()).toBe(0);
  expect(await visitor.accessibility()).toEqual([]);
  await page.getByRole("button", { name: "Accept and continue" }).click();
  await page.waitForURL("**/dashboard");
  expect(accepted).toEqual([{ edition: 2 }]);
});

test("a customer sees where a campaign's money went once an operator allows it", async () => {
  await visitor.signIn("super_admin", "/settings/operator?section=campaigns");
  const customer = await newVisitor({});
  try {
    await customer.signIn("customer");
    const oldest = "/user-campaigns?status=ACTIVE&per_page=1&sort=created_at&direction=asc";
    const { data } = await callApi<{ data: { id: number }[] }>(customer.page, "GET", oldest);
    const breakdown = `/statistics/campaigns/${data[0]?.id}/spend-breakdown`;
    expect((await callFrom(customer.page, "GET", breakdown)).body).toBeNull();
    await page.getByRole("checkbox", { name: "Show where the money went" }).check();
    await page.getByLabel("Reason for the change").fill("Open books");
    await page.getByRole("button", { name: "Save and apply" }).click();
    await page.getByText("Where the money went: off → on").waitFor();
    await customer.page.goto(`/campaigns/${data[0]?.id}/report`);
    await scrollUntilVisible(customer.page.getByRole("heading", { name: "Where the money went" }));
    expect(await customer.accessibility()).toEqual([]);
  } finally {
    await customer.leave();
    const { campaigns } = await callApi<{ campaigns: { version: number } }>(page, "GET", "/settings/operator");
    const body = { version: campaigns.version, restore: 0, note: "As before" };
    await callApi(page, "POST", "/settings/operator/campaigns/restore", body);
  }
});
