import { readFileSync } from "node:fs";
import path from "node:path";

const source = readFileSync(path.join(import.meta.dirname, "banner-runtime.browser.js"), "utf8");

/** What the runtime is told: without an exit of its own, a banner leads to the click URL wherever it is clicked. */
export type RuntimeOptions = { hasExit: boolean };

/** The scripts that come first in an uploaded banner: the variable that the ad server fills, and the runtime. */
export const bannerRuntime = (options: RuntimeOptions): [string, string] => [
  'var clickTag = "";',
  source.replace("OPTIONS", JSON.stringify(options)),
];
