import type { Mutant } from "./mutants.ts";

/** A mutant with its number, by which it is activated. */
export type NumberedMutant = Mutant & { id: number };

const isStatement = ({ operator }: Mutant): boolean => operator === "removed call";
const size = ({ start, end }: Mutant): number => end - start;

/**
 * A file that contains all of its mutants, each behind a switch: so one process that loaded the file once tries them
 * in turn. `switchFile` is the path of `active-mutant.ts` from the file. Lines keep their numbers.
 */
export function instrument(text: string, mutants: NumberedMutant[], switchFile: string): string {
  const outerFirst = [...mutants].sort(
    (a, b) => a.start - b.start || size(b) - size(a) || Number(isStatement(b)) - Number(isStatement(a)),
  );
  return `import { isMutant as __mutant } from "${switchFile}"; ${withMutants(text, 0, text.length, outerFirst)}`;
}

function withMutants(text: string, from: number, to: number, mutants: NumberedMutant[]): string {
  let out = "";
  let at = from;
  const rest = [...mutants];
  for (let outer = rest.shift(); outer; outer = rest.shift()) {
    const { start, end } = outer;
    const inside: NumberedMutant[] = [];
    while (rest[0] && rest[0].end <= end) inside.push(...rest.splice(0, 1));
    const same = inside.filter((one) => !isStatement(outer) && one.start === start && one.end === end);
    const inner = withMutants(
      text,
      start,
      end,
      inside.filter((one) => !same.includes(one)),
    );
    out += text.slice(at, start);
    out += isStatement(outer)
      ? `{ if (!__mutant(${outer.id})) { ${inner} } }`
      : `(${[outer, ...same].map((one) => `__mutant(${one.id}) ? (${one.text}) : `).join("")}(${inner}))`;
    at = end;
  }
  return out + text.slice(at, to);
}
