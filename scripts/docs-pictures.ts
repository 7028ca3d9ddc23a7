import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { callApi } from "../tests/support/call-api.ts";
import { launchBrowser } from "../tests/support/launch-browser.ts";
import { ensureBrowser } from "./ensure-browser.ts";
import { root } from "./run-steps.ts";

type Shot = { name: string; user: string; path: string };

/** The screens that the guide can show, by the demo's user who sees them. */
const shots: Shot[] = [
  { name: "dashboard", user: "customer", path: "/dashboard" },
  { name: "campaigns", user: "customer", path: "/campaigns" },
  { name: "billing", user: "customer", path: "/invoices" },
  { name: "settings", user: "super-admin", path: "/settings/operator?section=campaigns" },
  { name: "launch", user: "super-admin", path: "/settings/launch" },
  { name: "exchanges", user: "super-admin", path: "/settings/exchanges" },
  { name: "review", user: "super-admin", path: "/creative-review" },
  { name: "bulk", user: "super-admin", path: "/bulk-campaigns" },
];
const languages = { en: "en-GB", de: "de-CH" } as const;

/** `npm run docs:pictures -- [URL]`: takes the guide's pictures of a running demo, http://localhost:8080 by default. */
const [url = "http://localhost:8080"] = process.argv.slice(2);
const folder = path.join(root, "docs/guide/pictures");
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser(await ensureBrowser());
for (const language of ["en", "de"] as const) {
  const shown = shots.filter(({ name }) => isShown(`${name}-${language}.png`));
  for (const user of new Set(shown.map((shot) => shot.user))) {
    await takePictures(
      browser,
      language,
      shown.filter((shot) => shot.user === user),
    );
  }
}
await browser.close();

/** Whether a page of the guide shows the picture. */
function isShown(picture: string): boolean {
  const pages = readdirSync(path.dirname(folder), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  return pages.some((page) =>
    readFileSync(path.join(path.dirname(folder), page), "utf8").includes(`pictures/${picture})`),
  );
}

async function takePictures(from: Browser, language: keyof typeof languages, list: Shot[]): Promise<void> {
  const context = await from.newContext({
    baseURL: url,
    locale: languages[language],
    timezoneId: "Europe/Zurich",
    colorScheme: "light",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(`/login?lang=${language}`);
  await page.locator('input[type="email"]').fill(`${list[0]?.user}@demo.example`);
  await page.locator('input[type="password"]').fill("litfass-demo");
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((at) => !at.pathname.startsWith("/login"));
  await callApi(page, "PATCH", "/users/me/lang", { lang: language });
  for (const shot of list) {
    await page.goto(shot.path);
    await page.locator("main h1").waitFor();
    // Live figures keep a connection open, so the network is never idle.
    await page.locator("[data-skeleton]").first().waitFor({ state: "hidden" });
    await page.waitForTimeout(1_500);
    await page.waitForFunction(() => document.querySelector("[data-skeleton]") === null);
    await page.screenshot({ path: path.join(folder, `${shot.name}-${language}.png`) });
    console.log(`${shot.name}-${language}.png`);
  }
  await callApi(page, "PATCH", "/users/me/lang", { lang: "en" });
  await context.close();
}
