import { diffOf, type Mutant } from "./mutants.ts";

export type Judged = Mutant & { area: string; outcome: "killed" | "survived" | "timed out" | "untested" };

/** The score of each area: a mutant is detected if a test fails or does not end. */
export function scores(judged: Judged[]): string[] {
  const names = [...new Set(judged.map(({ area }) => area))];
  return names.map((area) => {
    const all = judged.filter((one) => one.area === area);
    const found = all.filter(({ outcome }) => outcome === "killed" || outcome === "timed out").length;
    const percent = Math.round((found / all.length) * 100);
    return `${area.padEnd(12)} ${String(found).padStart(4)} of ${String(all.length).padStart(4)} found (${percent} %)`;
  });
}

/** An undetected mutant with its place and both lines. */
export function survivorLines(mutant: Judged, text: string): string {
  const [before, after] = diffOf(text, mutant);
  return `${mutant.path}:${mutant.line} ${mutant.operator}, ${mutant.outcome}\n  - ${before}\n  + ${after}`;
}
