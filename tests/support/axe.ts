import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";

const require = createRequire(import.meta.url);
/** The axe that the builder brings, as a script. */
const { source } = createRequire(require.resolve("@axe-core/playwright"))("axe-core") as { source: string };

type Findings = { id: string; impact?: string | null; nodes: { target: unknown[] }[] }[];
declare const axe: { run(context: object, options: object): Promise<{ violations: Findings }> };

/** The rules that read colours: only they can find something else in the dark than in the light. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

export type AxeOptions = {
  /** Findings below `serious` are told too. */
  everyImpact?: boolean;
  /** Parts of the page that were looked at before. */
  known?: string[];
};

/** Serious and critical findings of axe on the page as it stands, with what stands in its frames: one line a rule. */
export async function axeFindings(page: Page): Promise<string[]> {
  const framed = page.frames().length > 1;
  return lines(framed ? (await new AxeBuilder({ page }).analyze()).violations : await run(page, {}), {});
}

/**
 * The same without frames, whose content is the advertiser's: in the light with every rule, in the dark with those that
 * read colours. Leaves the page in the light.
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

/** Inside the page itself: the builder would open a second page for each question. */
async function run(page: Page, { known = [] }: AxeOptions, rules?: string[]): Promise<Findings> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ([exclude, runOnly]) => {
      const options = { iframes: false, resultTypes: ["violations"], ...(runOnly ? { runOnly } : {}) };
      const { violations } = await axe.run({ exclude }, options);
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact: impact ?? null,
        nodes: nodes.map(({ target }) => ({ target })),
      }));
    },
    [["iframe", ...known].map((selector) => [selector]), rules] as const,
  );
}

/** The app keeps its theme at the root element; other pages follow the system. Waits until nothing fades any more. */
async function show(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.evaluate(async (theme) => {
    if (document.documentElement.dataset.theme) document.documentElement.dataset.theme = theme;
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map((animation) => animation.finished));
  }, scheme);
}
