import { setTimeout as wait } from "node:timers/promises";
import type { Locator } from "playwright-core";

/**
 * Scrolls down until an element is visible. One long scroll is not enough: panels load as they come into view, and
 * push those below them out of it again. @throws after a minute.
 */
export async function scrollUntilVisible(element: Locator): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await element.isVisible()); await wait(100)) {
    if (Date.now() > deadline) throw new Error(`${element} did not come into view`);
    await element.page().mouse.wheel(0, 2_000);
  }
}
