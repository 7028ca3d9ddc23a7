/** Whether higher or lower is better. */
export type Bar = { least: number } | { most: number };

let missed = 0;

/** Prints a figure with its bar and whether it is met. */
export function tellBar(name: string, value: number, bar: Bar, unit = ""): void {
  const isReached = "least" in bar ? value >= bar.least : value <= bar.most;
  if (!isReached) missed += 1;
  const wanted = "least" in bar ? `at least ${bar.least}` : `at most ${bar.most}`;
  const digits = value >= 1000 ? 0 : 2;
  const shown = `${value.toFixed(digits)}${unit}`;
  console.log(`${isReached ? "reached" : "MISSED "}  ${name}: ${shown} (bar: ${wanted}${unit})`);
}

/** The exit code of a benchmark: 1 if a bar was missed. */
export const barsExitCode = (): number => (missed > 0 ? 1 : 0);
