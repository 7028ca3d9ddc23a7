import { renderBanner } from "@litfass/banner/render";
import { expect, test } from "vitest";
import { browserPath } from "../../../../../scripts/ensure-browser.ts";
import { launchBrowser } from "../../../../../tests/support/launch-browser.ts";
import { templateKit } from "../library/template-kit.ts";
import { bannerPolicy } from "../pages.ts";
import { sampleFields } from "../studio/samples.ts";
import { previewFrame } from "./preview-frame.ts";

const appPolicy = "default-src 'self'; script-src 'self'; style-src 'self'; frame-src 'self'";
const appPage = `<!doctype html><body><iframe src="/creatives/frame" width="300" height="250"></iframe><script src="/app.js"></script>`;
const appScript = `
  window.heard = [];
  addEventListener("message", (event) => heard.push({...event.data, origin: event.origin}));
  window.show = (html) => document.querySelector("iframe").contentWindow.postMessage({html}, "*");`;

test("the preview frame shows banners and reports their visible parts under the studio's strict policy", async () => {
  const browser = await launchBrowser(browserPath());
  try {
    const page = await browser.newPage();
    const blocked: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") blocked.push(message.text());
    });
    const answer = (body: string, contentType: string, policy: string) => ({
      body,
      contentType,
      headers: { "content-security-policy": policy },
    });
    await page.route("**/*", (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === "/app.js") return route.fulfill(answer(appScript, "text/javascript", appPolicy));
      const isFrame = pathname === "/creatives/frame";
      return route.fulfill(
        isFrame ? answer(previewFrame, "text/html", bannerPolicy) : answer(appPage, "text/html", appPolicy),
      );
    });
    await page.goto("http://studio.example/");
    type Heard = { kind: string; shown?: string[]; shortened?: boolean; origin: string };
    const heard = (count: number): Promise<Heard[]> =>
      page
        .waitForFunction((least) => (window as never as { heard: unknown[] }).heard.length >= least, count)
        .then(() => page.evaluate(() => (window as never as { heard: Heard[] }).heard));
    const show = (html: string): Promise<void> =>
      page.evaluate((text) => (window as never as { show(text: string): void }).show(text), html);

    await heard(1);
    const kit = templateKit();
    const { template } = kit.templates.split;
    const fields = sampleFields("split", "de");
    await show(renderBanner(kit, template, "300x250", fields, { click: "" }));
    const [ready, banner] = await heard(2);
    expect(ready).toMatchObject({ kind: "ready", origin: "null" });
    expect(banner).toMatchObject({ kind: "banner", shortened: false, origin: "null" });
    expect(banner?.shown?.toSorted()).toEqual(["button", "description", "logo", "picture", "title"]);

    await show(
      renderBanner(kit, template, "300x250", { ...fields, images: [], logo: null }, { click: "", still: true }),
    );
    const [, , bare] = await heard(3);
    expect(bare?.shown?.toSorted()).toEqual(["button", "description", "title"]);
    const inner = page.frames().filter((frame) => frame.url() === "about:srcdoc");
    expect(inner).toHaveLength(1);
    expect(blocked).toEqual([]);
  } finally {
    await browser.close();
  }
}, 30_000);
