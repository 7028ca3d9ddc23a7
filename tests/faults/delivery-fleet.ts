import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@litfass/platform/postgres/embedded";
import type { Installation } from "../support/installation.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Killed processes come back under load, on a machine that has other things to do. */
const readyTimeoutMs = 240_000;

/** A delivery process of an installation, beside those that its supervisor started. */
export type FleetProcess = {
  adsUrl: string;
  journal: string;
  /** Starts it, or starts it again, and waits until it can be used. */
  start(): Promise<void>;
  /** SIGKILL: it gets no chance to give anything back. Resolves when it is gone. */
  kill(): Promise<void>;
};

/** Makes delivery processes on ports and journals of their own. `env` is what they need beyond the installation's. */
export async function newFleet(
  place: Installation,
  size: number,
  env: Record<string, string>,
): Promise<FleetProcess[]> {
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()));
  return ports.map((port) => fleetProcess(place, port, env));
}

function fleetProcess(place: Installation, port: number, env: Record<string, string>): FleetProcess {
  const adsUrl = `http://127.0.0.1:${port}`;
  const name = `delivery-${port}`;
  const log = openSync(path.join(place.dataDir, "logs", `${name}.log`), "a");
  let child: ChildProcess | undefined;
  return {
    adsUrl,
    journal: path.join(place.dataDir, "journal", name),
    async start() {
      const args = ["--disable-warning=ExperimentalWarning", "adserver/src/main.ts"];
      const own = { ...place.env, ...env, DELIVERY_PORT: String(port), ADS_URL: adsUrl };
      const started = spawn("node", args, { cwd: root, env: { ...process.env, ...own }, stdio: ["ignore", log, log] });
      child = started;
      const deadline = Date.now() + readyTimeoutMs;
      while (!(await isReady(adsUrl))) {
        if (started.exitCode !== null) throw new Error(`${name} ended with ${started.exitCode}; see its log`);
        if (Date.now() > deadline) throw new Error(`${name} was not ready within ${readyTimeoutMs} ms`);
        await wait(40);
      }
    },
    async kill() {
      const victim = child;
      if (victim === undefined || victim.exitCode !== null || victim.signalCode !== null) return;
      const gone = new Promise<void>((resolve) => victim.once("close", () => resolve()));
      victim.kill("SIGKILL");
      await gone;
    },
  };
}

const isReady = (adsUrl: string): Promise<boolean> =>
  fetch(`${adsUrl}/ready`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
