import type { Page } from "playwright-core";

/** The attribute of elements whose contrast has to be measured. */
export const uncheckedStyle = "data-unchecked-style";

const checked = new Set<number>();

/**
 * Marks the elements with text whose contrast was not measured yet in this process, because measuring costs more than
 * all other rules. Elements have the same colors if they and their ancestors agree in tag, classes, state and inline
 * style, in the same theme and width.
 */
export async function markUncheckedStyles(page: Page): Promise<void> {
  const found = await page.evaluate(markIn, { known: [...checked], attribute: uncheckedStyle });
  for (const style of found) checked.add(style);
}

/** Runs in the page. */
function markIn({ known, attribute }: { known: number[]; attribute: string }): number[] {
  const checkedBefore = new Set(known);
  const found: number[] = [];
  const hash = (seed: number, text: string): number => {
    let value = seed;
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619);
    return value;
  };
  const states = /^(class|style|disabled|role|type|aria-(?!label|describe|control|owns|valuet)|data-)/;
  const stateOf = ({ attributes }: Element): string =>
    [...attributes]
      .filter(({ name }) => states.test(name))
      .map(({ name, value }) => `${name}=${value}`)
      .join();
  const hasText = ({ childNodes }: Element): boolean =>
    [...childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.nodeValue?.trim());
  const visit = (element: Element, inherited: number): void => {
    const style = hash(inherited, element.tagName + stateOf(element));
    const isText = hasText(element) || element.matches("input, select, textarea");
    if (isText && !checkedBefore.has(style)) {
      element.setAttribute(attribute, "");
      found.push(style);
    }
    for (const child of element.children) visit(child, style);
  };
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  visit(document.documentElement, hash(2_166_136_261, `${location.host} ${isDark} ${innerWidth}`));
  return found;
}
