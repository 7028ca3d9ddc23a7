/**
 * Stretches the rules of a basic format to another size. Positions and sizes follow their axis; texts, circles and
 * other squares follow the smaller factor, so that nothing that was apart overlaps. Texts stay legible.
 */

type Factors = { x: number; y: number };
type Axis = "x" | "y" | "least";

/** What a property's lengths follow; properties that are not listed keep theirs. */
const axes: Record<string, Axis> = {
  ...axisOf("x", "left right width max-width margin-left margin-right padding-left padding-right --x --lx"),
  ...axisOf("y", "top bottom height margin-top margin-bottom padding-top padding-bottom --y --ly --g --v --h1"),
  // A gradient under a text must end before its box, which may shrink.
  ...axisOf("least", "font-size padding border-radius gap background"),
  ...axisOf("least", "--s --n --m --p --e --l --r --q --k --w2 --f --a clip-path --ls --t1 --t0 --tm --d1 --d0"),
};

/** The smallest size of these texts in px. */
const floors: Record<string, number> = { "font-size": 12, "--t1": 18, "--t0": 15, "--tm": 15, "--d1": 12, "--d0": 12 };

function axisOf(axis: Axis, names: string): Record<string, Axis> {
  return Object.fromEntries(names.split(" ").map((name) => [name, axis]));
}

/** The rules for `shape` (the letter pair of the basic format) stretched by the factors; other rules are unchanged. */
export function stretchRules(css: string, shape: string, factors: Factors): string {
  const ofShape = new RegExp(`\\.${shape}\\b`);
  return css
    .split("}")
    .map((rule) => {
      const at = rule.lastIndexOf("{") + 1;
      if (at === 0 || !ofShape.test(rule.slice(0, at))) return rule;
      const declarations = rule.slice(at).split(";");
      return rule.slice(0, at) + declarations.map((each) => stretched(each, factors)).join(";");
    })
    .join("}");
}

function stretched(declaration: string, { x, y }: Factors): string {
  const at = declaration.indexOf(":");
  const name = declaration.slice(0, Math.max(0, at)).trim();
  const axis = axes[name];
  if (axis === undefined) return declaration;
  const factor = { x, y, least: Math.min(x, y) }[axis];
  const floor = floors[name] ?? 0;
  const isUnitless = /^--(?:t1|t0|tm|d1|d0|ls)$/.test(name);
  const value = declaration.slice(at + 1);
  const lengths = value.replace(isUnitless ? /-?[\d.]{1,12}/g : /-?[\d.]{1,12}px/g, (length) => {
    const size = Number.parseFloat(length);
    const scaled = Math.round(Math.max(size * factor, Math.min(size, floor)) * 100) / 100;
    return isUnitless ? String(scaled) : `${scaled}px`;
  });
  return `${declaration.slice(0, at)}:${lengths}`;
}
