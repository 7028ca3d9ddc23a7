import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../../support/browser.ts";
import { callApi } from "../../support/call-api.ts";
import { eventually } from "../../support/eventually.ts";
import { scrollUntilVisible } from "../../support/scroll-until-visible.ts";
import { zurichDay } from "../../support/zurich-day.ts";
import { expectAccessible } from "./accessibility.ts";
import { read } from "./figures.ts";

type Saved = { id: number; name: string; destination_url: string; targeting: { devices: string[] } };

/** The settings of a running campaign change from its page: each test continues where the previous one ended. */
let visitor: Visitor;
let page: Page;
let campaign: Saved;

beforeAll(async () => {
  visitor = await newVisitor({ height: 1200 });
  page = visitor.page;
  await visitor.signIn("customer");
  const { data } = await read<{ data: Saved[] }>(
    page,
    "/user-campaigns?status=ACTIVE&per_page=1&sort=created_at&direction=asc",
  );
  const copy = await callApi<Saved>(page, "POST", `/user-campaigns/${data[0]?.id}/copy?rename=true`);
  const settings = { total_budget: 100, start_on: zurichDay(), end_on: zurichDay(5) };
  campaign = await callApi<Saved>(page, "PUT", `/user-campaigns/${copy.id}`, settings);
  await callApi(page, "POST", `/user-campaigns/${copy.id}/activate`);
});
afterAll(async () => {
  await visitor?.leave();
  closeBrowser();
});

const saved = () => read<Saved>(page, `/user-campaigns/${campaign.id}`);
const dialog = () => page.getByRole("dialog", { name: `Change ${campaign.name}` });

test("edits the target group from the campaign's page; nothing changes before Save, by keyboard as well", async () => {
  await page.goto(`/campaigns/${campaign.id}/report`);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Targeting", exact: true }).click();
  await page.getByText("No changes").waitFor();
  const before = campaign.targeting.devices;
  await page.getByRole("group", { name: "Devices" }).getByText("Tablet").click();
  await page.getByText("Unsaved changes").waitFor();
  expect((await saved()).targeting.devices).toEqual(before);
  const check = page.getByRole("button", { name: "Preview and save" });
  await check.focus();
  await page.keyboard.press("Enter");
  await dialog().getByText("Devices").waitFor();
  await dialog().getByText("Impressions available").waitFor();
  await expectAccessible(page, "change dialog");
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "hidden" });
  await page.getByText("Unsaved changes").waitFor();
  await check.click();
  await dialog().getByRole("button", { name: "Save" }).click();
  await page.getByText(`${campaign.name}: changes saved`).waitFor();
  expect((await saved()).targeting.devices).not.toEqual(before);
  await page.getByText("No changes").waitFor();
});

test("changes the link, and undoes it from the timeline of the campaign's page", async () => {
  const before = (await saved()).destination_url;
  await page.getByRole("button", { name: "Destination link", exact: true }).click();
  await page.getByLabel("Destination link").fill("https://elsewhere.example/spring");
  await page.getByRole("button", { name: "Preview and save" }).click();
  await dialog().getByText("https://elsewhere.example/spring").waitFor();
  await dialog().getByRole("button", { name: "Save" }).click();
  await dialog().waitFor({ state: "hidden" });
  await eventually(
    "the new link",
    saved,
    ({ destination_url }) => destination_url === "https://elsewhere.example/spring",
  );
  await page.goto(`/campaigns/${campaign.id}/report`);
  // The lower panels load when they come into view.
  await page.getByRole("heading", { level: 1 }).waitFor();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await scrollUntilVisible(timeline.getByText("Changed: Destination link"));
  await timeline
    .getByRole("button", { name: /^Undo the change of / })
    .first()
    .click();
  await page.getByText("the previous settings apply again").waitFor();
  expect((await saved()).destination_url).toBe(before);
  expect(visitor.complaints()).toEqual([]);
});
