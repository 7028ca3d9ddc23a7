import { afterAll, expect, inject, test } from "vitest";
import { bern, bidRequest } from "../support/bid-request.ts";
import { closeBrowser, newVisitor } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { exchangeKey } from "../support/exchange-key.ts";

/** A visitor opens the page about an ad, reports it and opts out; staff leave the ad running. */
afterAll(() => closeBrowser());

/** The address of the label of an ad that the demo offers to a reader in Bern. */
async function labelOfAnAd(): Promise<string> {
  const ask = async (): Promise<string> => {
    const response = await fetch(`${inject("demo").adsUrl}/openrtb2/sandbox/bid`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-openrtb-version": "2.6", "x-exchange-key": exchangeKey },
      body: JSON.stringify(bidRequest(bern)),
      signal: AbortSignal.timeout(10_000),
    });
    const body = response.status === 200 ? JSON.parse(await response.text()) : {};
    const adm: string = body.seatbid?.[0]?.bid?.[0]?.adm ?? "";
    return /href="([^"]*\/about\?t=[^"]*)"/.exec(adm)?.[1]?.replaceAll("&amp;", "&") ?? "";
  };
  return eventually("an ad", ask, (address) => address !== "");
}

test("a reported ad comes to staff, who decide; the visitor opts out", async () => {
  const address = await labelOfAnAd();
  const reader = await newVisitor({ width: 390 });
  await reader.page.goto(address);
  await reader.page.getByRole("heading", { name: "About this ad" }).waitFor();
  expect(await reader.accessibility()).toEqual([]);
  await reader.page.getByLabel("Reason").selectOption({ label: "It is misleading or a fraud" });
  await reader.page.getByLabel("What is wrong?").fill("The price is higher in the shop.");
  await reader.page.getByRole("button", { name: "Report ad" }).click();
  await reader.page.getByRole("heading", { name: "Your report has arrived" }).waitFor();
  await reader.page.getByRole("link", { name: "Back to the ad" }).click();
  await reader.page.getByRole("link", { name: "Opt out" }).click();
  expect(await reader.accessibility()).toEqual([]);
  await reader.page.getByRole("button", { name: "Opt out" }).click();
  await reader.page.getByText("You have opted out.").waitFor();
  expect(reader.complaints()).toEqual([]);
  await reader.leave();

  const staff = await newVisitor();
  await staff.signIn("campaign_manager", "/dashboard");
  await staff.page.getByRole("link", { name: /reported ad/ }).click();
  await staff.page.getByText("The price is higher in the shop.").waitFor();
  await staff.page.locator('iframe[src^="/creatives/review/"], img[src^="/creatives/review/"]').waitFor();
  expect(await staff.accessibility()).toEqual([]);
  await staff.page.getByRole("button", { name: "Leave running" }).click();
  const dialog = staff.page.getByRole("dialog");
  await dialog.getByLabel("Explanation for the visitor").fill("The price is the same.");
  expect(await staff.accessibility()).toEqual([]);
  await dialog.getByRole("button", { name: "Leave running" }).click();
  await staff.page.getByText("The ad goes on running").waitFor();
  await staff.page.getByRole("tab", { name: "Decided" }).click();
  await staff.page.getByText("The price is the same.").waitFor();
  expect(staff.complaints()).toEqual([]);
  await staff.leave();
});
