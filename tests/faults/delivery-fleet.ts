import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@litfass/platform/process/free-port";
import type { Installation } from "../support/installation.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Killed processes restart under load, on a busy machine. */
const readyTimeoutMs = 240_000;

/** A delivery process in addition to those of the installation's supervisor. */
export type FleetProcess = {
  adsUrl: string;
  journal: string;
  /** Starts or restarts it and waits until it is ready. */
  start(): Promise<void>;
  /** SIGKILL, so that it cannot return anything. Resolves when it has exited. */
  kill(): Promise<void>;
};

/** Creates delivery processes on separate ports and journals. `env` is added to the installation's. */
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
