import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";

/** The demo's customer, whose browser has nothing in its cache yet. */
let visitor: Visitor;
beforeAll(async () => {
  visitor = await newVisitor();
  await visitor.signIn("customer");
});
afterAll(async () => {
  await visitor?.leave();
  closeBrowser();
});

/** Opens a screen and returns the paths that it requested until the first request for `data`, and those until `shown`. */
async function requestsOf(page: Page, path: string, { data, shown }: { data: RegExp; shown: () => Promise<void> }) {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await page.goto(path);
  await shown();
  const first = paths.findIndex((each) => data.test(each));
  return { before: paths.slice(0, first), after: paths.slice(first) };
}

test("a campaign's page loads its session, scripts and texts together, and then its data", async () => {
  const { page } = visitor;
  const { before, after } = await requestsOf(page, "/campaigns/1/report", {
    data: /^\/api\/v1\/user-campaigns\/1$/,
    shown: () => page.getByRole("heading", { level: 1, name: "Sunday Zopf Bern 30 km" }).waitFor(),
  });
  for (const call of ["/api/v1/site/status", "/api/v1/users/me"]) {
    expect([call, before.filter((each) => each === call).length]).toEqual([call, 1]);
  }
  expect(before.findIndex((each) => each.endsWith("/users/me"))).toBeLessThan(
    before.findIndex((each) => /^\/assets\/campaign-report-/.test(each)),
  );
  expect(after.filter((each) => each.startsWith("/assets/") && each.endsWith(".js"))).toEqual([]);
  expect(after).not.toContain("/api/v1/site/status");
});
