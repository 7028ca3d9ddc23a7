import { type RunningServer, serve } from "@litfass/adserver/http/server";
import { withPlaceholder } from "@litfass/adserver/serving/ads/ad-document";
import { createRouter } from "@litfass/adserver/serving/router";
import { testAdServer } from "@litfass/adserver/testing/testing-ad-server";
import { renderBanner } from "@litfass/banner/render";
import { CLICK_PLACEHOLDER } from "@litfass/contract/creatives/banner-fields";
import { createLog } from "@litfass/platform/log/log";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserPath } from "../../../../../scripts/ensure-browser.ts";
import { launchBrowser } from "../../../../../tests/support/launch-browser.ts";
import { has, needs } from "../../../../../tests/support/needs.ts";
import { templateKit } from "../library/template-kit.ts";
import { sampleFields } from "../studio/samples.ts";
import { testClip } from "../video-conversion/test-clip.ts";

const [banner, bannerVideo, missing] = ["b", "f", "0"].map((digit) => digit.repeat(40)) as [string, string, string];
const broken = "c".repeat(40);
let ads: RunningServer;
let browser: Browser;

beforeAll(async () => {
  if (!has("chromium") || !has("ffmpeg")) return;
  // The policy of a document names the ads origin, so the port comes first.
  const late: { router: ReturnType<typeof createRouter> | null } = { router: null };
  const router = () => {
    if (!late.router) throw new Error("The router comes after the port");
    return late.router;
  };
  ads = await serve(
    { post: (request) => router().post(request), other: (request) => router().other(request) },
    { host: "127.0.0.1", port: 0, isProxy: () => false, log: createLog({ level: "silent", process: "test" }) },
  );
  const { files, instance } = testAdServer([], { adsUrl: `http://127.0.0.1:${ads.port}` });
  late.router = createRouter(instance, { exchanges: [] });
  const kit = templateKit();
  const documentWith = (src: string) => {
    const fields = { ...sampleFields("split", "en"), bannerVideo: { src } };
    const html = renderBanner(kit, kit.templates.split.template, "300x250", fields, { click: CLICK_PLACEHOLDER });
    return { contentType: "text/html; charset=utf-8", body: Buffer.from(withPlaceholder(html)) };
  };
  files.set(banner, documentWith(`${bannerVideo}.mp4`));
  files.set(broken, documentWith(`${missing}.mp4`));
  files.set(bannerVideo, { contentType: "video/mp4", body: testClip("mp4", { seconds: 1, size: "64x36" }) });
  browser = await launchBrowser(browserPath());
});
afterAll(async () => {
  await browser?.close();
  await ads?.stop();
});

/** Opens a banner and lists the page's load event and the requests of videos in their order. */
async function openBanner(hash: string, reducedMotion: "reduce" | "no-preference" = "no-preference") {
  const context = await browser.newContext({ viewport: { width: 300, height: 250 }, reducedMotion });
  const tab = await context.newPage();
  const steps: string[] = [];
  tab.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".mp4")) steps.push(pathname);
  });
  await tab.exposeFunction("note", (step: string) => steps.push(step));
  await tab.addInitScript("addEventListener('load', () => note('load'))");
  await tab.goto(`http://127.0.0.1:${ads.port}/ad/${hash}.html`);
  await tab.waitForFunction("document.readyState === 'complete' && document.documentElement.classList.contains('go')");
  return { tab, steps };
}

const options = { ...needs("chromium", "ffmpeg"), timeout: 60_000 };

test("the video of a banner loads after the page, plays without sound and can be stopped", options, async () => {
  const { tab, steps } = await openBanner(banner);
  await tab.waitForFunction("document.querySelector('video').currentTime > 0");
  expect(steps.slice(0, 2)).toEqual(["load", `/ad/${bannerVideo}.mp4`]);
  expect(await tab.evaluate("document.querySelector('video').muted")).toBe(true);
  await tab.getByRole("button", { name: "Stop video" }).click();
  await tab.getByRole("button", { name: "Play video" }).waitFor();
  expect(await tab.evaluate("document.querySelector('video').paused")).toBe(true);
  await tab.context().close();
});

test("readers who prefer less motion see the poster, and the video is not loaded", options, async () => {
  const { tab, steps } = await openBanner(banner, "reduce");
  expect(await tab.evaluate("document.querySelector('video').networkState")).toBe(0);
  expect(await tab.locator(".banner-video").isVisible()).toBe(false);
  expect(steps).toEqual(["load"]);
  await tab.context().close();
});

test("a video that cannot be loaded leaves the poster without a control", options, async () => {
  const { tab, steps } = await openBanner(broken);
  await expect.poll(() => steps).toContain(`/ad/${missing}.mp4`);
  await tab.waitForFunction("document.querySelector('video').readyState === 0 && !document.querySelector('video').src");
  expect(await tab.locator(".banner-video").isVisible()).toBe(false);
  await tab.context().close();
});
