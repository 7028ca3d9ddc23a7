import { readFileSync } from "node:fs";
import path from "node:path";

const source = readFileSync(path.join(import.meta.dirname, "banner-runtime.browser.js"), "utf8");

/** Options of the runtime: without its own exit, a banner leads to the click URL wherever it is clicked. */
export type RuntimeOptions = { hasExit: boolean };

/** The first scripts of an uploaded banner: the variable that the ad server fills, and the runtime. */
export const bannerRuntime = (options: RuntimeOptions): [string, string] => [
  'var clickTag = "";',
  source.replace("OPTIONS", JSON.stringify(options)),
];
