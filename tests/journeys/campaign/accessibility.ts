import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeFindingsInBothThemes } from "../../support/axe.ts";

/** Nothing on the screen as it stands, of any impact, is a finding of axe, in the light and in the dark. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await page.locator("h1").first().waitFor();
  expect.soft(await axeFindingsInBothThemes(page, { everyImpact: true }), screen).toEqual([]);
}
