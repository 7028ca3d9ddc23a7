import type { TestProject } from "vitest/node";
import { ensureBrowser } from "../../scripts/ensure-browser.ts";
import { exchangeSecrets } from "./exchange-key.ts";
import { newInstallation } from "./installation.ts";

export type House = { url: string; adsUrl: string; sandboxUrl: string; browser: string; dataDir: string };

/** Page views a second at the exchange while journeys run: a third of the demo's, which takes processor time from them. */
export const calmSpeed = 8;

declare module "vitest" {
  interface ProvidedContext {
    /** The started house that journeys go through. */
    house: House;
  }
}

/** Starts the whole house once, as `npm start` does, with its demo, for all journeys of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await ensureBrowser();
  const place = await newInstallation();
  // Enough for every wait of a journey; a journey that wants more asks the exchange for it.
  const run = place.start(undefined, { SANDBOX_SPEED: String(calmSpeed), ...exchangeSecrets });
  await run.ready();
  project.provide("house", {
    url: `http://localhost:${place.env.PORT}`,
    adsUrl: `http://localhost:${place.env.DELIVERY_PORT}`,
    sandboxUrl: `http://localhost:${place.env.SANDBOX_PORT}`,
    browser,
    dataDir: place.dataDir,
  });
  return async () => {
    run.child.kill("SIGTERM");
    await run.ended();
    place.remove();
  };
}
