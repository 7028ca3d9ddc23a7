import { spawnSync } from "node:child_process";
import { browserPath } from "../../scripts/ensure-browser.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Why a test is skipped on this machine; the last lines of `npm test` count these reasons. */
    skipped?: string;
  }
}

/** Requirements of some tests besides Node, and how to check them. */
const programs = {
  ffmpeg: { isThere: () => runs("ffmpeg", "-version"), without: "ffmpeg is not installed" },
  "redis-server": { isThere: () => runs("redis-server", "--version"), without: "redis-server is not installed" },
  haproxy: { isThere: () => runs("haproxy", "-v"), without: "haproxy is not installed" },
  chromium: { isThere: () => browserPath() !== undefined, without: "Chromium is not installed" },
} as const;
export type Need = keyof typeof programs;

const runs = (program: string, argument: string): boolean => spawnSync(program, [argument]).status === 0;

const known = new Map<Need, boolean>();

/** Whether the machine has a program; cached. */
export function has(need: Need): boolean {
  const found = known.get(need) ?? programs[need].isThere();
  known.set(need, found);
  return found;
}

/** Options of a test or `describe` that is skipped with a reason if a program is missing. */
export function needs(...wanted: Need[]): { skip: boolean; meta: { skipped?: string } } {
  const missing = wanted.find((need) => !has(need));
  return missing === undefined ? { skip: false, meta: {} } : skipped(programs[missing].without);
}

/** Options of a test that is skipped for another reason. */
export const skipped = (reason: string): { skip: true; meta: { skipped: string } } => ({
  skip: true,
  meta: { skipped: reason },
});
