import type { Page } from "playwright-core";
import { expect } from "vitest";
import { axeFindingsInBothThemes } from "../../support/axe.ts";

/** Checks that axe finds nothing of any impact on the screen, in light and dark mode. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await page.locator("h1").first().waitFor();
  expect.soft(await axeFindingsInBothThemes(page, { everyImpact: true }), screen).toEqual([]);
}
