import type { Role } from "@litfass/contract/kernel/roles";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { inject } from "vitest";
import { axeFindings, shell } from "./axe.ts";
import { callApi, callFrom } from "./call-api.ts";
import { launchBrowser } from "./launch-browser.ts";

export type VisitorOptions = {
  /** A server other than the run's demo server. */
  url?: string;
  locale?: "en-GB" | "de-CH" | "fr-CH";
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
};

/** A user with a separate browser profile. */
export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** Errors in the page so far: script errors, violations of the content security policy. */
  complaints(): string[];
  /** Signs in as the demo user of this role, or as the owner of its publisher, without a page, then opens `at` if given. */
  signIn(role: DemoPerson, at?: string): Promise<void>;
  /** The same with the form, and waits for the next screen. */
  signInByForm(role: Role): Promise<void>;
  /** Serious and critical findings of axe, one line each; the frame around the screens is checked the first time. */
  accessibility(): Promise<string[]>;
  leave(): Promise<void>;
};

let shared: Promise<Browser> | null = null;
let closing: NodeJS.Timeout | undefined;
const demoPassword = "litfass-demo";
/** A role, or the owner of the demo's publisher. */
export type DemoPerson = Role | "publisher";
const emailOf = (role: DemoPerson): string => `${role.replaceAll("_", "-")}@demo.example`;

/** Opens a browser window on the demo server. URLs can be paths. */
export async function newVisitor(options: VisitorOptions = {}): Promise<Visitor> {
  const demo = inject("demo");
  clearTimeout(closing);
  shared ??= launchBrowser(demo.browser);
  const browser = await shared;
  const context = await browser.newContext({
    baseURL: options.url ?? demo.url,
    locale: options.locale ?? "en-GB",
    timezoneId: "Europe/Zurich",
    colorScheme: options.colorScheme ?? "light",
    // Animations use CPU that the tests need; the final state is the same.
    reducedMotion: "reduce",
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
  });
  // Far more than anything takes, so that a busy machine does not cause failures.
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  context.on("weberror", (problem) => complaints.push(problem.error().message));
  context.on("console", (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text());
  });
  const page = await context.newPage();
  let isShellKnown = false;
  return {
    page,
    context,
    complaints: () => complaints,
    async signIn(role, at) {
      const { request } = context;
      const identity = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=test";
      const data = { email: emailOf(role), password: demoPassword, returnSecureToken: true };
      const { idToken } = (await (await request.post(identity, { data })).json()) as { idToken?: string };
      await callFrom(page, "GET", "/csrf-cookie");
      await callApi(page, "POST", "/login", { fb_token: idToken });
      if (at) await page.goto(at);
    },
    async signInByForm(role) {
      await page.goto("/login");
      await page.locator('input[type="email"]').fill(emailOf(role));
      await page.locator('input[type="password"]').fill(demoPassword);
      await page.locator('button[type="submit"]').click();
      await page.waitForURL((url) => !url.pathname.startsWith("/login"));
    },
    async accessibility() {
      const known = isShellKnown ? shell : [];
      isShellKnown ||= (await page.locator("#side-menu").count()) > 0;
      return axeFindings(page, { known });
    },
    async leave() {
      // A handler that still waits for its answer would fail outside of any test. A closed window has none.
      const owners = [context, ...context.pages()];
      await Promise.allSettled(owners.map((owner) => owner.unrouteAll({ behavior: "ignoreErrors" })));
      await context.close();
    },
  };
}

/** Closes the browser unless the next file of the process needs it at once; call it after the tests of a file. */
export function closeBrowser(): void {
  closing = setTimeout(() => {
    void shared?.then((browser) => browser.close());
    shared = null;
  }, 3_000).unref();
}
