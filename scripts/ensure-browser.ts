import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { runLoudly, tool } from "./run-steps.ts";

const usual = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Finds a Chromium, or installs one: CHROMIUM_PATH, the system's, Playwright's own; else by apt-get as root, else
 * Playwright's download. @throws if there is none.
 */
export async function ensureBrowser(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (works(given)) return given;
    throw new Error(`CHROMIUM_PATH: ${given} does not run`);
  }
  const found = find();
  if (found) return found;
  if (process.platform === "linux" && process.getuid?.() === 0) {
    console.log("Installing Chromium by apt-get");
    await runLoudly({ name: "apt", command: "apt-get", args: ["update", "-q"] });
    await runLoudly({ name: "apt", command: "apt-get", args: ["install", "-y", "-q", "chromium"] });
    const installed = find();
    if (installed) return installed;
  }
  console.log("Downloading Chromium with Playwright");
  await runLoudly({ name: "playwright", command: tool("playwright-core"), args: ["install", "chromium"] });
  const downloaded = find();
  if (downloaded) return downloaded;
  throw new Error("There is no Chromium and none could be installed: install one and set CHROMIUM_PATH");
}

const find = (): string | undefined => [...usual, chromium.executablePath()].find(works);

/** The path of an installed Chromium, without trying whether it starts. */
export const browserPath = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? "", ...usual, chromium.executablePath()].find((path) => existsSync(path));

/** Some systems have a stub instead of the browser, so existence is not enough. */
function works(path: string): boolean {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(await ensureBrowser());
}
