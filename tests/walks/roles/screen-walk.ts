import type { Request } from "playwright-core";
import { newVisitor, type Visitor } from "../../support/browser.ts";

/** A user who visits screens, with all recorded errors. */
export type ScreenWalk = {
  visitor: Visitor;
  /** The current path and query. */
  address(): string;
  /** Navigates like a link, without reloading the app. */
  go(address: string): Promise<void>;
  /** The same, and waits until the screen has all its data. */
  open(address: string): Promise<void>;
  /** Opens every tab and step of the current screen and the first menu of each. */
  openSections(inspect: () => Promise<void>): Promise<void>;
  settle(): Promise<void>;
  /** Same-origin targets of all links on the screen. */
  links(): Promise<string[]>;
  /** Errors since the last call: failed calls, error panels, console errors, uncaught exceptions. */
  takeFaults(): Promise<string[]>;
};

const keyOf = (request: Request): string => `${request.method()} ${request.url()} ${request.postData() ?? ""}`;
/** Far more than a screen needs, so that a busy machine does not cause failures. */
const longestMs = 120_000;

/** Reports everything as visible, so that nothing waits for scrolling. */
function showEverything(): void {
  window.IntersectionObserver = class extends window.IntersectionObserver {
    readonly #report: IntersectionObserverCallback;
    constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(report, options);
      this.#report = report;
    }
    override observe(target: Element): void {
      const entry = { isIntersecting: true, intersectionRatio: 1, target } as unknown as IntersectionObserverEntry;
      queueMicrotask(() => this.#report([entry], this));
    }
  };
}

/** Opens a separate window. */
export async function startWalk(): Promise<ScreenWalk> {
  const visitor = await newVisitor();
  const { page, context } = visitor;
  await context.addInitScript(showEverything);
  const faults: string[] = [];
  const pending = new Set<Request>();
  /** Calls of the current path: polling them again does not count as loading. */
  const asked = new Set<string>();
  context.on("request", (request) => {
    const isOfScreen = !request.isNavigationRequest() && request.frame() === page.mainFrame();
    // The dashboard's stream of events never ends.
    if (!isOfScreen || request.resourceType() === "eventsource" || asked.has(keyOf(request))) return;
    asked.add(keyOf(request));
    pending.add(request);
  });
  context.on("requestfinished", (request) => pending.delete(request));
  context.on("requestfailed", (request) => pending.delete(request));
  context.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400)
      faults.push(`${response.request().method()} ${pathname} answers ${response.status()}`);
  });
  context.on("weberror", (problem) => faults.push(`uncaught: ${problem.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });

  async function settle(): Promise<void> {
    const deadline = Date.now() + longestMs;
    for (let quiet = 0; quiet < 2; ) {
      const isComplete = await page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 10)));
        return document.querySelector("main h1") !== null && document.querySelector("main [data-skeleton]") === null;
      });
      quiet = isComplete && pending.size === 0 ? quiet + 1 : 0;
      if (Date.now() < deadline) continue;
      const open = [...pending].map((request) => request.url());
      faults.push(`still loading: ${open.join(", ") || "no heading or a placeholder"}`);
      return;
    }
  }

  const go = (address: string): Promise<void> =>
    page.evaluate((to) => {
      history.pushState({}, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, address);

  return {
    visitor,
    settle,
    go,
    address() {
      const { pathname, search } = new URL(page.url());
      return pathname + search;
    },
    async open(address) {
      asked.clear();
      await go(address);
      await settle();
    },
    async openSections(inspect) {
      const openMenu = async () => {
        const menu = page.locator("main [aria-haspopup='menu']:enabled").first();
        if ((await menu.count()) === 0) return;
        await menu.click();
        await page.getByRole("menu").waitFor();
        await inspect();
        await page.keyboard.press("Escape");
        await page.getByRole("menu").waitFor({ state: "hidden" });
      };
      await openMenu();
      for (const kind of ["main [role='tab']", "main ol > li > button:enabled"]) {
        const count = await page.locator(kind).count();
        for (let at = 0; at < count; at++) {
          const section = page.locator(kind).nth(at);
          // A tab has tabs of its own, which go with it.
          if ((await section.count()) === 0) break;
          if ((await section.getAttribute("aria-selected")) === "true") continue;
          if ((await section.getAttribute("aria-current")) === "step") continue;
          await section.click();
          await settle();
          await inspect();
        }
      }
    },
    links: () =>
      page.evaluate(() => {
        const paths = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")]
          .filter(({ origin, hash }) => origin === location.origin && hash === "")
          .map(({ pathname, search }) => pathname + search);
        return [...new Set(paths)];
      }),
    async takeFaults() {
      // Warnings are advice: a forecast's most restrictive setting, an incomplete launch.
      const panels = await page.locator("[role='alert']:not([class*='warn'])").allInnerTexts();
      const found = [...faults.splice(0), ...panels.map((text) => `error panel: ${text.replaceAll(/\s+/g, " ")}`)];
      return [...new Set(found)];
    },
  };
}
