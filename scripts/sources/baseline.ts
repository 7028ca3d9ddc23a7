import { readFileSync, writeFileSync } from "node:fs";
import { areaOf, type Hit } from "./parsed-file.ts";

/** The allowed number of hits of each rule by area. Other areas may have none. */
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
 * Differences from the baseline: more hits are an error and are listed; fewer require a lower baseline, so that
 * progress is kept.
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

/**
 * The baseline with all counts lowered to the current ones; none is raised, and new rules start with the current
 * count.
 */
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
