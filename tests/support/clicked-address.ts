import type { BrowserContext } from "playwright-core";

/**
 * Clicks and waits for the new tab's request to the advertiser's site. The site does not exist, so the tab itself may
 * show an error: routes do not apply to redirected requests.
 */
export async function clickedAddress(context: BrowserContext, site: string, click: () => Promise<void>): Promise<URL> {
  const isSite = (url: string) => new URL(url).origin === site;
  const [opened, request] = await Promise.all([
    context.waitForEvent("page"),
    context.waitForEvent("request", (request) => isSite(request.url())),
    click(),
  ]);
  await opened.close();
  return new URL(request.url());
}
