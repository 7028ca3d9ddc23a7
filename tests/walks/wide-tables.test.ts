import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";
import { callApi } from "../support/call-api.ts";
import { eventually } from "../support/eventually.ts";

/** Screens with tables of many columns. */
const screens = ["/users", "/campaigns", "/admin/invoices", "/admin/manual-invoices", "/admin/margins"];
let visitor: Visitor;
let invoicePath = "";
beforeAll(async () => {
  visitor = await newVisitor();
  await visitor.signIn("super_admin", "/dashboard");
  const lines = [
    "day,currency,site,campaign,impressions,media,fee",
    "2023-05-10,CHF,a-newspaper-with-a-long-name.example,8,2100000,123456.789123,0.85",
  ];
  const { id } = await callApi<{ id: number }>(visitor.page, "POST", "/exchange-invoices", {
    exchange: "sandbox",
    month: "2023-05",
    csv: lines.join("\n"),
  });
  invoicePath = `/admin/exchange-invoices/${id}`;
  // German has the longest column headers. Other journeys use the same account, so its stored language stays.
  await visitor.page.route(/\/users\/me$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), lang: "de" } });
  });
});
afterAll(async () => {
  await visitor.leave();
  closeBrowser();
});

type Table = { caption: string; isInside: boolean; isReachable: boolean };

const readTables = (): Promise<Table[]> =>
  visitor.page.locator("table").evaluateAll((found) =>
    found.map((table) => {
      const area = table.parentElement as HTMLElement;
      const isScrolled = area.scrollWidth > area.clientWidth + 1;
      return {
        caption: table.querySelector("caption")?.textContent ?? "",
        isInside: area.getBoundingClientRect().right <= document.documentElement.clientWidth,
        isReachable: !isScrolled || (getComputedStyle(area).overflowX === "auto" && area.tabIndex === 0),
      };
    }),
  );

test.each([1024, 1280])("at %i px a table stays in its card; one that scrolls does so by keyboard", async (width) => {
  const { page } = visitor;
  await page.setViewportSize({ width, height: 900 });
  for (const path of [...screens, invoicePath]) {
    await page.goto(path);
    await page.locator("table tbody tr").first().waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await eventually(path, readTables, (tables) =>
      tables.every(({ isInside, isReachable }) => isInside && isReachable),
    );
  }
  expect(await visitor.accessibility()).toEqual([]);
});
