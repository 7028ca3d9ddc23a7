import { type Browser, chromium } from "playwright-core";

const features = [
  // The address bar's suggestions are separate pages per window, most of the cost of an empty one.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "MediaRouter",
  "OptimizationHints",
  "HttpsUpgrades",
  "Translate",
];

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${features.join()}`,
];

/** Starts a headless Chromium without the parts that no test uses and that take half of a window's CPU time. */
export const launchBrowser = (executablePath: string | undefined, ...args: string[]): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...flags, ...args] });
