import { roles } from "@litfass/contract/kernel/roles";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { closeBrowser, newVisitor, type Visitor } from "../support/browser.ts";

let visitor: Visitor;
beforeEach(async () => {
  visitor = await newVisitor();
});
afterEach(() => visitor.leave());
afterAll(closeBrowser);

test.each(roles)("[NAV-003] the demo's %s signs in, and a reload of a deep link keeps the session", async (role) => {
  await visitor.signIn(role);
  await visitor.page.goto("/account");
  await visitor.page.reload();
  await visitor.page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(visitor.page.url()).pathname).toBe("/account");
  expect(visitor.complaints()).toEqual([]);
});

test("a restricted path redirects a visitor to sign in first", async () => {
  await visitor.page.goto("/account");
  await visitor.page.waitForURL(/\/login/);
  expect(await visitor.accessibility()).toEqual([]);
  expect(visitor.complaints()).toEqual([]);
});
