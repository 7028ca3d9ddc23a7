import { addressesOf } from "@litfass/adserver/testing/testing-ad-server";
import { afterAll, expect, inject, test } from "vitest";
import { bern, bidRequest, readersAgent } from "../support/bid-request.ts";
import { closeBrowser, newVisitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { eventually } from "../support/eventually.ts";
import { exchangeKey } from "../support/exchange-key.ts";
import { chooseFrom } from "./campaign/build-campaign.ts";

afterAll(closeBrowser);

const dealId = `PMP-${process.pid}`;
const name = `Front page ${process.pid}`;

type Bid = { cid: string; dealid?: string; price: number; adm: string };

const advertiserDomain = `deal-${process.pid}.example`;

/**
 * The bids for a page in Bern with one private deal, open to the tested campaign's domain only: the account may use the
 * deal with every campaign, and other journeys start some.
 */
async function ask(id: string): Promise<Bid[]> {
  const request = bidRequest(bern);
  const imp = request.imp.map((each) => ({
    ...each,
    pmp: { private_auction: 1, deals: [{ id, wadomain: [advertiserDomain] }] },
    metric: [{ type: "viewability", value: 1, vendor: "exchange" }],
  }));
  const response = await fetch(`${inject("demo").adsUrl}/openrtb2/sandbox/bid`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-exchange-key": exchangeKey },
    body: JSON.stringify({ ...request, imp }),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status !== 200) return [];
  const { seatbid } = (await response.json()) as { seatbid: { bid: Bid[] }[] };
  return seatbid.flatMap(({ bid }) => bid);
}

test("a deal is added, a campaign chooses it, wins with its ID and price, and the deal's report shows the impression", async () => {
  const staff = await newVisitor();
  await staff.signIn("super_admin", "/account");
  const { page } = staff;
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Deals", exact: true }).click();
  await page.getByRole("button", { name: "Add deal" }).click();
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("Choose an exchange, or publishers' placements.").waitFor();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Deal ID").fill(dealId);
  await page.getByRole("combobox", { name: "Source" }).click();
  await page.getByRole("option", { name: "sandbox", exact: true }).click();
  await page.getByLabel("Price (CPM)").fill("12.5");
  await chooseFrom(page, "Advertisers", "customer@demo", "Brothaus Matte, customer@demo.example");
  expect(await staff.accessibility()).toEqual([]);
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByRole("heading", { name }).waitFor();
  await page.getByText("CHF 12.50 fixed").waitFor();
  await page.getByText("Nothing was bought in this period").waitFor();
  const deal = page.url();

  const visitor = await newVisitor();
  await visitor.signIn("customer", "/campaigns");
  type Campaign = { id: number; status: string; type: string };
  const { data } = await callApi<{ data: Campaign[] }>(
    visitor.page,
    "GET",
    "/user-campaigns?per_page=100&sort=created_at&direction=asc",
  );
  const running = data.find(({ status, type }) => status === "ACTIVE" && type === "display");
  const copy = await callApi<Campaign>(visitor.page, "POST", `/user-campaigns/${running?.id}/copy?rename=true`);
  await visitor.page.goto(`/campaigns/${copy.id}?step=targeting`);
  await chooseFrom(visitor.page, "Deals", name, `${name} (${dealId})`);
  type Saved = { targeting: { deal_ids: number[] } };
  await eventually(
    "the chosen deal",
    () => callApi<Saved>(visitor.page, "GET", `/user-campaigns/${copy.id}`),
    ({ targeting }) => targeting.deal_ids.length === 1,
  );
  expect(await visitor.accessibility()).toEqual([]);
  await callApi(visitor.page, "PUT", `/user-campaigns/${copy.id}`, {
    total_budget: 60,
    destination_url: `https://${advertiserDomain}/`,
  });
  await callApi(visitor.page, "POST", `/user-campaigns/${copy.id}/activate`);

  // Pacing skips some requests.
  const [bid] = await eventually(
    "a bid with the deal",
    () => ask(dealId),
    (bids) => bids.length > 0,
    60_000,
  );
  expect(bid).toMatchObject({ cid: String(copy.id), dealid: dealId, price: 12.5 });
  for (let tries = 0; tries < 20; tries++) {
    expect((await ask("another")).map(({ cid }) => cid)).not.toContain(String(copy.id));
  }
  await fetch(addressesOf(bid?.adm ?? "").impression, {
    headers: { "user-agent": readersAgent, referer: "https://test-news.example/bern/1" },
  });
  await page.goto(deal);
  const row = page.getByRole("row").filter({ hasText: "Brothaus Matte" });
  await eventually(
    "the impression in the report",
    () => row.count(),
    (count) => count === 1,
    60_000,
  );
  expect(await staff.accessibility()).toEqual([]);

  await page.getByRole("button", { name: "End deal" }).click();
  await page.getByRole("dialog").getByText("One campaign buys through it").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "End deal" }).click();
  await page.getByText("Ended", { exact: true }).waitFor();
  await eventually(
    "no bid through an ended deal",
    () => ask(dealId),
    (bids) => bids.length === 0,
  );
  await callApi(visitor.page, "PUT", `/user-campaigns/${copy.id}`, { status: "ENDED" });

  for (const path of [deal, "/admin/deals", `${deal}/edit`]) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  expect([...staff.complaints(), ...visitor.complaints()]).toEqual([]);
  await staff.leave();
  await visitor.leave();
});

test("account managers read the deals of their customers, advertisers none", async () => {
  const visitor = await newVisitor();
  await visitor.signIn("sales", "/admin/deals");
  await visitor.page.getByRole("link", { name, exact: true }).waitFor();
  expect(await visitor.page.getByRole("button", { name: "Add deal" }).count()).toBe(0);
  await visitor.leave();
  const other = await newVisitor();
  await other.signIn("customer", "/admin/deals");
  await other.page.waitForURL((url) => url.pathname !== "/admin/deals");
  await other.leave();
});
