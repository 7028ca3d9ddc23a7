import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { eventually } from "../support/eventually.ts";

/**
 * Staff review the demo's pending campaign by keyboard; its owner sees why it was rejected, changes it, and it runs.
 */
let staff: Visitor;
let owner: Visitor;
type Named = { id: number; name: string; delivery: { state: string } };
const name = "Cargo bike days";

beforeAll(async () => {
  [staff, owner] = [await newVisitor(), await newVisitor({ width: 390 })];
  await staff.signIn("campaign_manager");
  await owner.signIn("advanced_advertiser");
});
afterAll(async () => {
  await staff?.leave();
  await owner?.leave();
  closeBrowser();
});

test("banners are rejected with reasons, changed by their owner, approved by keyboard, and run", async () => {
  const { page } = staff;
  await page.goto("/creative-review");
  await page.getByRole("heading", { name: /to review/ }).waitFor();
  await page.getByRole("button", { name: new RegExp(`${name}(?! copy)`) }).click();
  await eventually(
    "five live previews",
    async () => page.locator('iframe[src^="/creatives/review/"]').count(),
    (count) => count === 5,
  );
  expect(await staff.accessibility()).toEqual([]);
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Hard to read or blurred").check();
  await dialog.getByLabel("Note to the advertiser").fill("Das Velo ist kaum zu erkennen.");
  expect(await staff.accessibility()).toEqual([]);
  await dialog.getByRole("button", { name: "Reject" }).click();
  await page.getByRole("button", { name: new RegExp(`${name}(?! copy)`) }).waitFor({ state: "detached" });

  const mine = owner.page;
  const campaign = await eventually(
    "the rejected campaign",
    async () => {
      const found = await callApi<{ data: Named[] }>(mine, "GET", `/user-campaigns?search=${encodeURIComponent(name)}`);
      // The search also finds copies of the campaign.
      return found.data.find((campaign) => campaign.name === name);
    },
    (found) => found?.delivery.state === "rejected",
  );
  await mine.goto(`/campaigns/${campaign?.id}?step=customise`);
  await mine.getByText("Das Velo ist kaum zu erkennen.", { exact: false }).waitFor();
  await mine.getByText(/Use a sharper picture/).waitFor();
  expect(await owner.accessibility()).toEqual([]);
  expect(await mine.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await mine.getByLabel("Title", { exact: true }).fill("Lastenvelo testen");
  await mine.getByRole("button", { name: "Submit for review" }).click();
  await mine.getByText(/We are reviewing your ads/).waitFor();

  await page.reload();
  await page.getByRole("button", { name: new RegExp(`${name}(?! copy)`) }).click();
  await page.keyboard.press("a");
  await page.getByText(`${name} is approved and runs`).waitFor();
  await mine.getByText(/If you change them, they are reviewed again/).waitFor();
  // Delivery may have served it by now.
  await eventually(
    "a campaign that runs",
    async () => (await callApi<Named>(mine, "GET", `/user-campaigns/${campaign?.id}`)).delivery.state,
    (state) => ["waiting", "delivering", "limited"].includes(state),
  );
  for (const each of [staff, owner]) expect(each.complaints()).toEqual([]);
});

test("the screen is restricted to reviewers", async () => {
  await owner.page.goto("/creative-review");
  await owner.page.waitForURL(/\/dashboard/);
});
