import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "vitest";
import { skipped } from "../support/needs.ts";

const root = process.env.CONFORMANCE_DATA;

/**
 * A test over external samples in a folder or file of CONFORMANCE_DATA. `run` returns the number of compared samples,
 * which is printed; a missing sample set is skipped, and an empty one fails.
 */
export function conformance(title: string, folder: string, run: (at: string) => Promise<number> | number): void {
  const at = root === undefined ? undefined : path.join(root, folder);
  const isThere = at !== undefined && existsSync(at);
  if (!isThere) console.log(`conformance: ${title}: absent (${folder})`);
  const options = isThere ? {} : skipped(`samples are absent: ${folder}`);
  test(title, { timeout: 300_000, ...options }, async () => {
    const count = await run(at ?? "");
    if (count === 0) throw new Error(`${at} holds no samples`);
    console.log(`conformance: ${title}: ${count} samples`);
  });
}
