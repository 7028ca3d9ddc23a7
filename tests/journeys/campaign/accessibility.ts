import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Every rule of axe on the screen as it stands, in the light and in the dark. Banners in frames are the advertiser's. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await page.locator("h1").first().waitFor();
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.evaluate((theme) => {
      if (document.documentElement.dataset.theme) document.documentElement.dataset.theme = theme;
      return Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    }, scheme);
    const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    expect.soft(found, `${screen}, ${scheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(() => {
    if (document.documentElement.dataset.theme) document.documentElement.dataset.theme = "light";
  });
}
