import { readFileSync } from "node:fs";
import path from "node:path";

/** The version in the root package. */
export const { version } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../../../package.json"), "utf8"),
) as { version: string };
