import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { markUncheckedStyles, uncheckedStyle } from "./unchecked-styles.ts";

const require = createRequire(import.meta.url);
/** The builder's axe as a script. */
const { source } = createRequire(require.resolve("@axe-core/playwright"))("axe-core") as { source: string };

type Findings = { id: string; impact?: string | null; nodes: { target: unknown[] }[] }[];
declare const axe: {
  configure(spec: { rules: { id: string; selector: string }[] }): void;
  run(context: object, options: object): Promise<{ violations: Findings }>;
};

/** The rules that read colors, the only ones that can differ in dark mode. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];
/** Costly rules whose findings are below `serious`. */
const minorRules = ["heading-order", "image-redundant-alt", "landmark-unique", "page-has-heading-one", "region"];

/** The frame around every screen. */
export const shell = ["#side-menu", "#side-menu ~ * > header", "#side-menu ~ * > footer"];

export type AxeOptions = {
  /** Includes findings below `serious`. */
  everyImpact?: boolean;
  /** Parts of the page checked before. */
  known?: string[];
};

/** Serious and critical axe findings of the current page including frames, one line per rule. */
export async function axeFindings(page: Page, options: AxeOptions = {}): Promise<string[]> {
  if (page.frames().length === 1) return lines(await run(page, options), options);
  return lines((await new AxeBuilder({ page }).disableRules(minorRules).analyze()).violations, options);
}

/**
 * The same without frames, whose content is the advertiser's: all rules in light mode, the color rules in dark mode.
 * Leaves the page in light mode.
 */
export async function axeFindingsInBothThemes(page: Page, options: AxeOptions = {}): Promise<string[]> {
  const found: string[] = [];
  for (const scheme of ["light", "dark"] as const) {
    await show(page, scheme);
    const findings = await run(page, options, scheme === "dark" ? rulesOfColour : undefined);
    found.push(...lines(findings, options).map((line) => `${scheme} ${line}`));
  }
  await show(page, "light");
  return found;
}

const lines = (findings: Findings, { everyImpact = false }: AxeOptions): string[] =>
  findings
    .filter(({ impact }) => everyImpact || impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);

/** Runs inside the page, because the builder would open a second page each time. */
async function run(page: Page, { known = [], everyImpact }: AxeOptions, runOnly?: string[]): Promise<Findings> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  await markUncheckedStyles(page);
  const disabled = everyImpact ? [] : minorRules.map((id) => [id, { enabled: false }]);
  const options = {
    iframes: false,
    resultTypes: ["violations"],
    ...(runOnly ? { runOnly } : { rules: Object.fromEntries(disabled) }),
  };
  return page.evaluate(
    async ([exclude, options, unchecked]) => {
      axe.configure({ rules: [{ id: "color-contrast", selector: `[${unchecked}]` }] });
      const { violations } = await axe.run({ exclude }, options);
      for (const each of document.querySelectorAll(`[${unchecked}]`)) each.removeAttribute(unchecked);
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact: impact ?? null,
        nodes: nodes.map(({ target }) => ({ target })),
      }));
    },
    [["iframe", ...known].map((selector) => [selector]), options, uncheckedStyle] as const,
  );
}

/** The app stores its theme on the root element; other pages follow the system. Waits until transitions have ended. */
async function show(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.evaluate(async (theme) => {
    if (document.documentElement.dataset.theme) document.documentElement.dataset.theme = theme;
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map((animation) => animation.finished));
  }, scheme);
}
