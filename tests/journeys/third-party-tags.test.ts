import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { bern } from "../support/bid-request.ts";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { clickedAddress } from "../support/clicked-address.ts";
import { zurichDay } from "../support/zurich-day.ts";
import { adOf } from "./campaign/ad-of.ts";

/**
 * An operator allows an agency's ad server, whose tag and pixel an advertiser adds, staff approve and visitors see and
 * click.
 */
let boss: Visitor;
let staff: Visitor;
let owner: Visitor;
beforeAll(async () => {
  [boss, staff, owner] = [await newVisitor(), await newVisitor(), await newVisitor({ width: 390 })];
  await staff.signIn("campaign_manager");
  await owner.signIn("advanced_advertiser");
});
afterAll(async () => {
  for (const each of [boss, staff, owner]) await each?.leave();
  closeBrowser();
});

const settings = {
  name: "Agency campaign",
  categories: ["IAB12"],
  language: "de",
  total_budget: 50,
  start_on: zurichDay(),
  end_on: zurichDay(5),
  destination_url: "https://www.agency-client.example/summer",
  impression_trackers: ["https://ad.agency.example/pixel?ord=[timestamp]"],
  targeting: { locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }] },
};
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"><rect width="300" height="250" fill="#246"/></svg>`;
const tag = (host: string) => `<a href="%%CLICK_URL_UNESC%%https://${host}/click?ord=[timestamp]" target="_blank">
<img src="https://${host}/300x250.svg?ord=[timestamp]&amp;site=%%SITE%%" width="300" height="250" alt="Summer"></a>`;

/** The campaign's only site: elsewhere the demo's traffic would use up what pacing allows it. */
const site = "agency-news.example";

test("a tag of an agency's ad server runs after its host is allowed and staff approved it, with our click address", async () => {
  await boss.signIn("super_admin", "/settings/operator?section=third_party");
  const hosts = boss.page.getByLabel("Allowed hosts");
  await boss.page.getByRole("button", { name: "Flashtalking" }).click();
  await hosts.fill(`${await hosts.inputValue()}\nagency.example\nco.uk`);
  await boss.page.getByLabel("Reason for the change").fill("Agency");
  await boss.page.getByRole("button", { name: "Save and apply" }).click();
  await boss.page.getByText("Line 3: This is a public suffix", { exact: false }).waitFor();
  await hosts.fill("flashtalking.com\nagency.example");
  await boss.page.getByRole("button", { name: "Save and apply" }).click();
  await boss.page.getByText("flashtalking.com, agency.example").waitFor();
  expect(await boss.accessibility()).toEqual([]);

  const mine = owner.page;
  const { id } = await callApi<{ id: number }>(mine, "POST", "/user-campaigns", settings);
  await callApi(mine, "PUT", `/user-campaigns/${id}/site-rules`, { site, rule: "allow" });
  await mine.goto(`/campaigns/${id}/creatives`);
  await mine.getByRole("tab", { name: "Third-party tag" }).click();
  await mine.getByLabel("Format").click();
  await mine.getByRole("option", { name: "300 x 250" }).click();
  const code = mine.getByLabel("Tag (HTML or JavaScript)");
  await code.fill(tag("ads.unknown.example"));
  await mine.getByRole("button", { name: "Check and add" }).click();
  await mine.getByText("The tag loads from hosts that are not allowed: ads.unknown.example").waitFor();
  expect(await owner.accessibility()).toEqual([]);
  expect(await mine.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await code.fill(tag("ad.agency.example"));
  await mine.getByRole("button", { name: "Check and add" }).click();
  await mine.getByText("Third-party tag was added as 300 x 250.").waitFor();
  await mine.getByRole("button", { name: "Use this banner" }).click();
  await mine.getByText("The campaign uses one banner of your own.").waitFor();

  const pixels: string[] = [];
  const requested: URL[] = [];
  for (const { context } of [owner, staff, boss])
    await context.route("https://ad.agency.example/300x250.svg*", (route) => {
      requested.push(new URL(route.request().url()));
      return route.fulfill({ contentType: "image/svg+xml", body: picture });
    });
  await boss.context.route("https://ad.agency.example/pixel*", (route) => {
    pixels.push(route.request().url());
    return route.fulfill({ status: 204 });
  });
  await mine.goto(`/campaigns/${id}?step=customise`);
  const preview = mine.frameLocator('iframe[src*="/creatives/iframe/"]').getByAltText("Summer");
  await preview.waitFor();
  await expect.poll(() => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(300);
  expect(requested[0]?.searchParams.get("ord")).toMatch(/^\d+$/);

  await callApi(mine, "POST", `/user-campaigns/${id}/activate`);
  await staff.page.goto("/creative-review");
  await staff.page.getByRole("button", { name: /Agency campaign/ }).click();
  await staff.page.getByText("A third-party tag: its ad server decides", { exact: false }).waitFor();
  await staff.page.frameLocator('iframe[src^="/creatives/review/"]').getByAltText("Summer").waitFor();
  await staff.page.keyboard.press("a");
  await staff.page.getByText("Agency campaign is approved and runs").waitFor();

  const adm = await adOf(id, site, bern);
  const { page, context } = boss;
  await page.setContent(`<body style="margin:0">${adm}</body>`);
  const frame = page.frameLocator("iframe").first();
  const banner = frame.getByAltText("Summer");
  await expect.poll(() => banner.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(300);
  expect(requested.at(-1)?.searchParams.get("site")).toBe(site);
  const href = await frame.getByRole("link").getAttribute("href");
  expect(href).toMatch(
    new RegExp(`^${inject("demo").adsUrl}/c\\?t=[^&]+&f=[0-9a-f]{40}&u=https://ad\\.agency\\.example/click`),
  );
  await expect.poll(() => pixels).toEqual([expect.stringMatching(/\?ord=\d+$/)]);
  // The frame that requests the trackers lies over the banner and lets clicks through.
  const clicked = await clickedAddress(context, "https://ad.agency.example", () => banner.click());
  expect(clicked.pathname).toBe("/click");
  for (const each of [owner, staff]) expect(each.complaints()).toEqual([]);
});
