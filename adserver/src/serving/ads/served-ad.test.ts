import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "@litfass/platform/log/log";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserPath } from "../../../../scripts/ensure-browser.ts";
import { clickedAddress } from "../../../../tests/support/clicked-address.ts";
import { launchBrowser } from "../../../../tests/support/launch-browser.ts";
import { has, needs } from "../../../../tests/support/needs.ts";
import { type RunningServer, serve } from "../../http/server.ts";
import { type TestAdServer, testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { createRouter } from "../router.ts";
import { withPlaceholder } from "./ad-document.ts";

const canRun = has("ffmpeg") && has("chromium");

const videoHash = "d".repeat(40);
const pageHash = "e".repeat(40);
let browser: Browser;
let ads: RunningServer;
let publisher: Server;
let adServer: TestAdServer;
let page = "";
/** Documents in frames of the page, by their path. */
const frames = new Map<string, string>();

/** The ads origin and a publisher's page with one ad below the fold, as an exchange would place it. */
beforeAll(async () => {
  if (!canRun) return;
  const folder = mkdtempSync(join(tmpdir(), "litfass-video-"));
  const file = join(folder, "ad.webm");
  const source = ["-f", "lavfi", "-i", "testsrc=size=300x250:rate=10:duration=2"];
  spawnSync("ffmpeg", ["-v", "error", ...source, "-c:v", "libvpx", "-b:v", "100k", file]);
  const video = readFileSync(file);
  rmSync(folder, { recursive: true });
  const creative = { ...testSnapshot().creatives[0]!, fileHash: pageHash, durationSeconds: 2 };
  const probe = testAdServer([]);
  const log = createLog({ level: "silent", process: "test" });
  const late: { router: ReturnType<typeof createRouter> } = { router: createRouter(probe.instance, { exchanges: [] }) };
  ads = await serve(
    { post: (request) => late.router.post(request), other: (request) => late.router.other(request) },
    { host: "127.0.0.1", port: 0, isProxy: () => false, log },
  );
  adServer = testAdServer([testSnapshot({ creatives: [creative] })], { adsUrl: `http://127.0.0.1:${ads.port}` });
  late.router = createRouter(adServer.instance, { exchanges: [{ name: "sandbox" }] });
  adServer.files.set(videoHash, { contentType: "video/webm", body: video });
  const document = `<!doctype html><html><head><script>var clickTag = "";</script><style>body{margin:0}</style></head><body>
    <a id="ad"><video width="300" height="250" muted autoplay playsinline src="/ad/${videoHash}.webm"></video></a>
    <script>document.getElementById("ad").onclick = function () { window.open(clickTag); };</script></body></html>`;
  adServer.files.set(pageHash, { contentType: "text/html", body: Buffer.from(withPlaceholder(document)) });
  publisher = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(frames.get(request.url ?? "") ?? page);
  });
  await new Promise<void>((resolve) => publisher.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser(browserPath(), "--autoplay-policy=no-user-gesture-required");
});
afterAll(async () => {
  await browser?.close();
  publisher?.close();
  await ads?.stop();
});

const kinds = () => adServer.events.filter((event) => event.invalid === "").map((event) => event.kind);

async function untilCounted(kind: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (adServer.events.some((event) => event.kind === kind)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no ${kind} within ten seconds; there are ${kinds().join(", ")}`);
}

test("[CONST-026] playing a served video counts its start, 25, 50 and 75% and its end, each once and in this order", {
  ...needs("ffmpeg", "chromium"),
  timeout: 40_000,
}, async () => {
  const { body } = await adServer.bid(testRequest());
  page = `<!doctype html><html><body style="margin:0"><div id="gap" style="height:3000px"></div>${body.seatbid[0].bid[0].adm}</body></html>`;
  const tab = await browser.newPage({
    viewport: { width: 800, height: 600 },
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36",
  });
  const errors: string[] = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.goto(`http://localhost:${(publisher.address() as AddressInfo).port}/`);
  await untilCounted("video_complete");
  expect(kinds()).toContain("measured");
  expect(kinds()).not.toContain("viewable");
  await tab.evaluate(() => document.getElementById("gap")!.remove());
  await untilCounted("viewable");
  expect(kinds().filter((kind) => kind.startsWith("video"))).toEqual([
    "video_start",
    "video_first_quartile",
    "video_midpoint",
    "video_third_quartile",
    "video_complete",
  ]);
  expect(kinds().filter((kind) => kind === "impression")).toHaveLength(1);
  expect(errors).toEqual([]);
  await tab.close();
});

test("a click in the banner opens the destination, and the banner cannot reach the page around it", {
  ...needs("ffmpeg", "chromium"),
  timeout: 40_000,
}, async () => {
  adServer.events.length = 0;
  adServer.clock.advance(60_000);
  const { body } = await adServer.bid(testRequest());
  page = `<!doctype html><html><body style="margin:0">${body.seatbid[0].bid[0].adm}</body></html>`;
  const context = await browser.newContext({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36",
  });
  const tab = await context.newPage();
  await tab.goto(`http://localhost:${(publisher.address() as AddressInfo).port}/`);
  await untilCounted("impression");
  const frame = tab.frames().find((each) => each.url().includes("/ad/"))!;
  const reached = await frame.evaluate(() => {
    try {
      return parent.document.title;
    } catch {
      return "refused";
    }
  });
  expect(reached).toBe("refused");
  const address = await clickedAddress(context, "https://shop.example", () => tab.mouse.click(150, 125));
  expect(address.search).toContain("utm_source=litfass&utm_medium=video");
  expect(kinds()).toContain("click");
  await context.close();
});

test("the label is reached by keyboard, opens the page about the ad in a new tab, and is no click", {
  ...needs("ffmpeg", "chromium"),
  timeout: 40_000,
}, async () => {
  adServer.events.length = 0;
  adServer.clock.advance(60_000);
  const { body } = await adServer.bid(testRequest({ site: { domain: "label.example" } }));
  page = `<!doctype html><html><body style="margin:0">${body.seatbid[0].bid[0].adm}</body></html>`;
  const context = await browser.newContext({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36",
  });
  const tab = await context.newPage();
  await tab.goto(`http://localhost:${(publisher.address() as AddressInfo).port}/`);
  await untilCounted("impression");
  const label = tab.getByRole("link", { name: "Ad", exact: true });
  const { width = 0, height = 0, x = 0, y = -1 } = (await label.boundingBox()) ?? {};
  expect([x + width, y]).toEqual([300, 0]);
  expect(width * height).toBeLessThan(0.01 * 300 * 250);
  for (let step = 0; step < 5 && !(await label.evaluate((link) => link === document.activeElement)); step++) {
    await tab.keyboard.press("Tab");
  }
  const about = await clickedAddress(context, "https://operator.example", () => tab.keyboard.press("Enter"));
  expect([about.pathname, about.searchParams.get("t")]).toEqual(["/about-this-ad", expect.any(String)]);
  expect(kinds()).not.toContain("click");
  await context.close();
});

/** A SafeFrame 1.1 host's API inside the frame; this one claims that the ad is always in full view. */
const safeFrameHost = `<script>
  let heard = () => {};
  window.$sf = { ext: {
    register(width, height, listener) { heard = listener; heard("geom-update", {}); },
    inViewPercentage: () => 100, winHasFocus: () => true, supports: () => ({}), geom: () => ({}), meta: () => "",
    cookie() {}, expand() {}, collapse() {}, status: () => "",
  } };
  setInterval(() => heard("focus-change", true), 50);
</script>`;

test("in a frame of another site the ad measures its actual viewability and can be clicked, with or without a SafeFrame host", {
  ...needs("ffmpeg", "chromium"),
  timeout: 40_000,
}, async () => {
  adServer.events.length = 0;
  const [imp] = testRequest().imp;
  const metric = [{ type: "viewability", value: 0.99 }];
  const hosts = { "/safe-frame": safeFrameHost, "/plain-frame": "", "/unseen-frame": safeFrameHost };
  for (const [path, host] of Object.entries(hosts)) {
    adServer.clock.advance(5_000);
    const { body } = await adServer.bid(
      testRequest({ id: path, user: { id: path }, imp: [{ ...imp, tagid: path, metric }] }),
    );
    const { adm } = body.seatbid[0].bid[0];
    frames.set(path, `<!doctype html><html><head>${host}</head><body style="margin:0">${adm}</body></html>`);
  }
  const { port } = publisher.address() as AddressInfo;
  const frame = (path: string) =>
    `<iframe src="http://127.0.0.1:${port}${path}" width="300" height="250" style="display:block;border:0"
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  page = `<!doctype html><html><body style="margin:0">${frame("/safe-frame")}${frame("/plain-frame")}
      <div style="height:3000px"></div>${frame("/unseen-frame")}</body></html>`;
  const context = await browser.newContext({
    viewport: { width: 800, height: 600 },
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36",
  });
  const tab = await context.newPage();
  const errors: string[] = [];
  tab.on("pageerror", (error) => errors.push(error.message));
  await tab.goto(`http://localhost:${port}/`);
  const auctions = (kind: string) =>
    adServer.events
      .filter((event) => event.kind === kind && event.invalid === "")
      .map((event) => event.auction_id)
      .sort();
  await expect.poll(() => auctions("impression"), { timeout: 10_000 }).toHaveLength(3);
  const seen = ["/plain-frame", "/safe-frame"];
  await expect.poll(() => auctions("viewable"), { timeout: 10_000 }).toEqual(seen);
  for (const top of [125, 375]) {
    await clickedAddress(context, "https://shop.example", () => tab.mouse.click(150, top));
  }
  await expect.poll(() => auctions("click")).toEqual(seen);
  expect(auctions("viewable")).toEqual(seen);
  expect(auctions("measured")).toEqual([...seen, "/unseen-frame"]);
  expect(errors).toEqual([]);
  await context.close();
});
