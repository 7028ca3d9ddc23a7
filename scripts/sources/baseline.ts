import { readFileSync, writeFileSync } from "node:fs";
import { areaOf, type Hit } from "./parsed-file.ts";

/** How many hits of each rule an area of the project may still have. An area that is not named may have none. */
export type Baseline = Record<string, Record<string, number>>;

export type Found = { rule: string; hits: Hit[] };

export const readBaseline = (file: string): Baseline => JSON.parse(readFileSync(file, "utf8")) as Baseline;

/** Hits by area, for the areas that have some. */
export function countByArea(hits: Hit[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const area of hits.map(({ path }) => areaOf(path)).sort()) counts[area] = (counts[area] ?? 0) + 1;
  return counts;
}

/**
 * Where the hits differ from the baseline: more of them is a mistake in the code and lists the area's hits; fewer means
 * that the baseline has to follow, so that what was cleaned stays clean.
 */
export function differences(found: Found[], baseline: Baseline): string[] {
  return found.flatMap(({ rule, hits }) => {
    const counts = countByArea(hits);
    const allowed = baseline[rule] ?? {};
    return [...new Set([...Object.keys(counts), ...Object.keys(allowed)])].sort().flatMap((area) => {
      const [now, before] = [counts[area] ?? 0, allowed[area] ?? 0];
      if (now === before) return [];
      if (now < before)
        return [`${area}: ${rule}: ${now}, the baseline says ${before}; lower it: npm run check:sources -- --update`];
      const places = hits
        .filter(({ path }) => areaOf(path) === area)
        .map(({ path, line, text }) => `  ${path}:${line} ${text}`);
      return [`${area}: ${rule}: ${now}, at most ${before}`, ...places.slice(0, before === 0 ? 50 : 200)];
    });
  });
}

/** The baseline with every number that can be lowered lowered; none is ever raised, and new rules begin with what is there. */
export function lowered(found: Found[], baseline: Baseline): Baseline {
  return Object.fromEntries(
    found.map(({ rule, hits }) => {
      const counts = countByArea(hits);
      const before = baseline[rule];
      if (before === undefined) return [rule, counts];
      const kept = Object.entries(before).map(([area, max]) => [area, Math.min(max, counts[area] ?? 0)] as const);
      return [rule, Object.fromEntries(kept.filter(([, max]) => max > 0))];
    }),
  );
}

export function writeBaseline(file: string, baseline: Baseline): void {
  writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);
}
