import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { ensureBrowser } from "../scripts/ensure-browser.ts";
import { newInstallation } from "../tests/support/installation.ts";
import { barsExitCode, tellBar } from "./bars.ts";
import { startProxy } from "./load/http2-proxy.ts";

/**
 * How long a customer waits for a first screen on a slow phone with nothing in its cache: a demo behind a proxy with HTTP/2, in
 * Chromium with a quarter of its CPU and the line that its developer tools call Fast 3G.
 */
const line = { offline: false, latency: 562.5, downloadThroughput: 1.44e6 / 8, uploadThroughput: 0.675e6 / 8 };
const cpuRate = 4;
const rounds = Math.max(1, Number(process.env.BENCH_ROUNDS ?? 5));

type Screen = { name: string; path: string; shows: string; heading: RegExp; most: number };
const screens: Screen[] = [
  { name: "dashboard", path: "/dashboard", shows: "headline figure", heading: /\d times/, most: 3 },
  { name: "wizard", path: "/campaigns/6", shows: "heading", heading: /Gift boxes for firms/, most: 4 },
  {
    name: "campaign's page",
    path: "/campaigns/1/report",
    shows: "heading",
    heading: /Sunday Zopf Bern 30 km/,
    most: 4,
  },
];

/** Signs in as the demo's customer without a page. */
async function signIn(context: BrowserContext, app: string): Promise<void> {
  const { request } = context;
  const identity = `${app}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=bench`;
  const data = { email: "customer@demo.example", password: "litfass-demo", returnSecureToken: true };
  const { idToken } = (await (await request.post(identity, { data })).json()) as { idToken: string };
  await request.get(`${app}/api/v1/csrf-cookie`);
  const token = (await context.cookies()).find(({ name }) => name === "XSRF-TOKEN")?.value ?? "";
  const headers = { "x-xsrf-token": decodeURIComponent(token) };
  const answer = await request.post(`${app}/api/v1/login`, { data: { fb_token: idToken }, headers });
  if (!answer.ok()) throw new Error(`the customer cannot sign in: ${answer.status()}`);
}

/** Seconds from the start of the navigation until something is painted, and until the heading is there. */
async function visit(browser: Browser, urls: { app: string; proxy: string }, { path, heading }: Screen) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: "en-GB", timezoneId: "Europe/Zurich" });
  await signIn(context, urls.app);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.emulateNetworkConditions", line);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: cpuRate });
  await page.goto(urls.proxy + path, { waitUntil: "commit" });
  const shown = await page.evaluate(
    (pattern) =>
      new Promise<number>((resolve) => {
        const check = () => {
          const text = document.querySelector("main h1:not(:has([aria-busy]))")?.textContent ?? "";
          if (new RegExp(pattern).test(text)) resolve(performance.now());
          else requestAnimationFrame(check);
        };
        check();
      }),
    heading.source,
  );
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  await context.close();
  return { painted: painted / 1000, shown: shown / 1000 };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const place = await newInstallation();
const run = place.start();
try {
  await run.ready();
  const proxy = await startProxy(place.apiUrl);
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ["--no-sandbox"] });
  for (const screen of screens) {
    const waits: Awaited<ReturnType<typeof visit>>[] = [];
    for (let round = 0; round < rounds; round++) {
      waits.push(await visit(browser, { app: place.apiUrl, proxy: proxy.url }, screen));
    }
    tellBar(`${screen.name}: something painted`, median(waits.map(({ painted }) => painted)), { most: 1.5 }, " s");
    tellBar(`${screen.name}: ${screen.shows}`, median(waits.map(({ shown }) => shown)), { most: screen.most }, " s");
  }
  await browser.close();
  proxy.close();
} finally {
  run.child.kill("SIGTERM");
  await run.ended();
  place.remove();
}
process.exit(barsExitCode());
