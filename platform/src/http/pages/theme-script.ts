import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The web app's script for light and dark without its comments; null without a build. Pages contain it, because a
 * request for it delays the first paint.
 */
export function themeScriptOf(dist: string): string | null {
  const file = path.join(dist, "theme.js");
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, "utf8").split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"))
    .join("\n");
}
