import { json } from "node:stream/consumers";
import { deliveredDocument, documentPolicy } from "@litfass/adserver/serving/ads/ad-document";
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core";
import sharp from "sharp";
import type { BannerBrowser, BannerRun, BannerRunOutcome, BannerToRun } from "./banner-run.ts";

/*
 * A separate process that reads banners from its input, runs them side by side in Chromium as the ad server would serve
 * them, and writes the results. Each has a profile and so a renderer of its own, and reaches only its own files: every
 * request is answered here, and the network uses a proxy that does not exist.
 */

const origin = "https://banner.invalid";
const folder = `${origin}/ad/banner/`;
const clickUrl = "https://click.invalid/";
const watchMs = 5_000;
const clickMs = 700;
const maxListed = 20;
const consoleMark = "blocked-by-policy:";

const isolation = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--mute-audio",
  "--renderer-process-limit=2",
  "--js-flags=--max-old-space-size=256",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--proxy-server=http://127.0.0.1:1",
  "--proxy-bypass-list=<-loopback>",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--autoplay-policy=no-user-gesture-required",
];

async function runBanner(browser: Browser, { width, height, ...files }: BannerToRun): Promise<BannerRun> {
  const viewport = { width, height };
  const context = await browser.newContext({ viewport, serviceWorkers: "block", acceptDownloads: false });
  try {
    const seen = { initial: new Set<string>(), subload: new Set<string>(), missing: new Set<string>() };
    const external = new Set<string>();
    const errors = new Set<string>();
    let isLoaded = false;
    let hasExit = false;
    const known = new Map(files.files.map((file) => [file.path, file]));
    await context.route("**/*", (route) => answer(route));
    const page = await context.newPage();
    // Banners must not block the check with dialogs or flood it with windows.
    page.on("dialog", (dialog) => void dialog.dismiss());
    page.on("load", () => {
      isLoaded = true;
    });
    page.on("pageerror", (error) => void errors.add(error.message.slice(0, 120)));
    page.on("console", (message) => {
      const text = message.text();
      if (text.startsWith(consoleMark)) external.add(text.slice(consoleMark.length, consoleMark.length + 200));
    });
    await page.addInitScript((mark) => {
      addEventListener("securitypolicyviolation", ({ blockedURI }) => {
        if (/^https?:/.test(blockedURI)) console.debug(mark + blockedURI);
      });
    }, consoleMark);
    await open(page);
    await page.waitForTimeout(watchMs);
    const shown = await page.screenshot({ animations: "allow", timeout: 10_000 });
    const isBlank = (await sharp(shown).stats()).channels.every(({ stdev }) => stdev < 1);
    if (!files.wantsPicture) await click(context, page, width, height);
    return {
      initial: [...seen.initial],
      subload: [...seen.subload].filter((path) => !seen.initial.has(path)),
      missing: [...seen.missing].slice(0, maxListed),
      external: [...external].slice(0, maxListed),
      errors: [...errors].slice(0, maxListed),
      hasExit,
      isBlank,
      ...(files.wantsPicture ? { picture: shown.toString("base64") } : {}),
    };

    async function answer(route: Route): Promise<void> {
      const url = route.request().url();
      if (url.startsWith(clickUrl)) {
        hasExit = true;
        return route.abort().catch(gone);
      }
      if (!url.startsWith(folder)) {
        if (/^https?:/.test(url)) external.add(url.slice(0, 200));
        return route.abort().catch(gone);
      }
      const path = pathIn(url);
      const file = known.get(path);
      if (path === files.page || file) (isLoaded ? seen.subload : seen.initial).add(path);
      if (path === files.page) return route.fulfill(documentAnswer(files.document)).catch(gone);
      if (file) return route.fulfill(fileAnswer(file)).catch(gone);
      seen.missing.add(path.slice(0, 200));
      return route.fulfill({ status: 404, body: "Not found." }).catch(gone);
    }

    /** A page that never finishes loading is observed anyway. */
    async function open(tab: Page): Promise<void> {
      const address = folder + files.page.split("/").map(encodeURIComponent).join("/");
      await tab.goto(address, { waitUntil: "load", timeout: 10_000 }).catch((error: unknown) => {
        errors.add(String(error).split("\n")[0]?.slice(0, 120) ?? "");
      });
    }
  } finally {
    await context.close();
  }
}

async function click(context: BrowserContext, page: Page, width: number, height: number): Promise<void> {
  context.on("page", (opened) => void setTimeout(() => void opened.close().catch(() => undefined), clickMs));
  await page.mouse.click(width / 2, height / 2);
  await page.waitForTimeout(clickMs);
}

/** The path in the folder; unchanged if its escapes are malformed, so that it counts as missing. */
function pathIn(url: string): string {
  const path = new URL(url).pathname.slice(new URL(folder).pathname.length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The window may close before its request is answered. */
const gone = (): void => undefined;

/** The stored document as delivered. */
const documentAnswer = (document: string) => ({
  contentType: "text/html; charset=utf-8",
  body: deliveredDocument(document, clickUrl, origin, ""),
  headers: { "content-security-policy": documentPolicy(origin, folder) },
});

const fileAnswer = ({ contentType, body }: BannerToRun["files"][number]) => ({
  contentType,
  body: Buffer.from(body, "base64"),
  headers: { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" },
});

type Input = { browser: BannerBrowser; banners: BannerToRun[] };

async function runBanners({
  browser: { chromium: executablePath, isRoot },
  banners,
}: Input): Promise<BannerRunOutcome[]> {
  const browser = await chromium.launch({ executablePath, chromiumSandbox: !isRoot, args: isolation });
  const outcomeOf = (banner: BannerToRun): Promise<BannerRunOutcome> =>
    runBanner(browser, banner).then(
      (run) => ({ run }),
      (error: unknown) => ({ error: String(error).slice(0, 1000) }),
    );
  try {
    return await Promise.all(banners.map(outcomeOf));
  } finally {
    await browser.close();
  }
}

process.stdout.write(JSON.stringify(await runBanners((await json(process.stdin)) as Input)));
