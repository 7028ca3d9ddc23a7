import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { type Language, languages, localeOf } from "../contract/src/kernel/language.ts";
import { smallOf, smallWidth } from "../server/src/modules/site/guide/guide-pictures.ts";
import { callApi } from "../tests/support/call-api.ts";
import { launchBrowser } from "../tests/support/launch-browser.ts";
import { ensureBrowser } from "./ensure-browser.ts";
import { root } from "./run-steps.ts";

/** `:draft` and `:running` in a path are campaigns of the user in that state. */
type Shot = { name: string; user: string; path: string };

/** The screens that the guide can show, by the demo's user who sees them. */
const shots: Shot[] = [
  { name: "dashboard", user: "customer", path: "/dashboard" },
  { name: "campaigns", user: "customer", path: "/campaigns" },
  { name: "billing", user: "customer", path: "/invoices" },
  { name: "report", user: "customer", path: "/campaigns/:running/report" },
  { name: "targeting", user: "customer", path: "/campaigns/:draft?step=targeting" },
  { name: "studio", user: "customer", path: "/campaigns/:draft?step=customise" },
  { name: "settings", user: "super-admin", path: "/settings/operator?section=campaigns" },
  { name: "launch", user: "super-admin", path: "/settings/launch" },
  { name: "exchanges", user: "super-admin", path: "/settings/exchanges" },
  { name: "review", user: "super-admin", path: "/creative-review" },
  { name: "bulk", user: "super-admin", path: "/bulk-campaigns" },
];

/**
 * `npm run docs:pictures -- [URL]`: takes the pictures of the README and the guide from a running demo,
 * http://localhost:8080 by default, and lets it offer every language.
 */
const [url = "http://localhost:8080"] = process.argv.slice(2);
const folder = path.join(root, "docs/guide/pictures");
mkdirSync(folder, { recursive: true });
const browser = await launchBrowser(await ensureBrowser());
await offerLanguages(browser);
for (const language of languages) {
  const shown = shots.filter(({ name }) => isShown(`${name}-${language}.webp`));
  for (const user of new Set(shown.map((shot) => shot.user))) {
    await takePictures(
      browser,
      language,
      shown.filter((shot) => shot.user === user),
    );
  }
}
await browser.close();

/** Whether the README or a page of the guide shows the picture. */
function isShown(picture: string): boolean {
  const guide = path.dirname(folder);
  const pages = readdirSync(guide, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(guide, name));
  return [path.join(root, "README.md"), ...pages].some((page) =>
    readFileSync(page, "utf8").includes(`pictures/${picture})`),
  );
}

async function signIn(from: Browser, user: string, language: Language): Promise<Page> {
  const context = await from.newContext({
    baseURL: url,
    locale: localeOf(language),
    timezoneId: "Europe/Zurich",
    colorScheme: "light",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(`/login?lang=${language}`);
  await page.locator('input[type="email"]').fill(`${user}@demo.example`);
  await page.locator('input[type="password"]').fill("litfass-demo");
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((at) => !at.pathname.startsWith("/login"));
  return page;
}

async function offerLanguages(from: Browser): Promise<void> {
  const page = await signIn(from, "super-admin", "en");
  type Settings = { languages: { version: number; settings: { offered: Language[] } } };
  const { version, settings } = (await callApi<Settings>(page, "GET", "/settings/operator")).languages;
  if (settings.offered.length < languages.length) {
    const input = { version, note: "Pictures of the guide", settings: { offered: [...languages] } };
    await callApi(page, "PUT", "/settings/operator/languages", input);
  }
  await page.context().close();
}

/** The path of a shot with the user's newest campaigns in it. */
async function pathOf(page: Page, { path: at }: Shot): Promise<string> {
  if (!at.includes(":")) return at;
  const { data } = await callApi<{ data: { id: number; status: string }[] }>(page, "GET", "/user-campaigns");
  const idOf = (status: string): string => String(data.find((campaign) => campaign.status === status)?.id);
  return at.replace(":draft", idOf("DRAFT")).replace(":running", idOf("ACTIVE"));
}

async function takePictures(from: Browser, language: Language, list: Shot[]): Promise<void> {
  const page = await signIn(from, String(list[0]?.user), language);
  await callApi(page, "PATCH", "/users/me/lang", { lang: language });
  for (const shot of list) {
    await page.goto(await pathOf(page, shot));
    await page.locator("main h1").waitFor();
    // Live figures keep a connection open, so the network is never idle; panels below the window wait until they are seen.
    await page.waitForTimeout(3_000);
    await page.waitForFunction(() =>
      [...document.querySelectorAll("[data-skeleton]")].every(
        (bone) => bone.getBoundingClientRect().top > innerHeight || bone.getClientRects().length === 0,
      ),
    );
    const screenshot = await page.screenshot();
    const name = `${shot.name}-${language}.webp`;
    const whole = sharp(screenshot).webp({ nearLossless: true, quality: 60, effort: 6 });
    await whole.toFile(path.join(folder, name));
    const small = sharp(screenshot).resize(smallWidth).webp({ quality: 80, effort: 6 });
    await small.toFile(path.join(folder, smallOf(name)));
    console.log(name);
  }
  await callApi(page, "PATCH", "/users/me/lang", { lang: "en" });
  await page.context().close();
}
