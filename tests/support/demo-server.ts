import type { TestProject } from "vitest/node";
import { ensureBrowser } from "../../scripts/ensure-browser.ts";
import { exchangeSecrets } from "./exchange-key.ts";
import { newInstallation } from "./installation.ts";

export type DemoServer = { url: string; adsUrl: string; sandboxUrl: string; browser: string; dataDir: string };

/** Page views per second at the exchange during journeys: more than the demo's, so that waits stay short. */
export const calmSpeed = 8;

declare module "vitest" {
  interface ProvidedContext {
    /** The demo server of the journeys. */
    demo: DemoServer;
  }
}

/** Starts every process once, like `npm start`, with the demo, for all journeys of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await ensureBrowser();
  const place = await newInstallation();
  // Enough for every wait of a journey; a journey that needs more requests it from the exchange.
  const run = place.start(undefined, { SANDBOX_SPEED: String(calmSpeed), FFMPEG_PATH: "ffmpeg", ...exchangeSecrets });
  await run.ready();
  project.provide("demo", {
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
