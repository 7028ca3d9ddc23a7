import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { freePort } from "@litfass/platform/process/free-port";
import { type Installation, mainFiles } from "../support/installation.ts";
import { type NodeProcess, nodeProcess } from "../support/node-process.ts";

/** A delivery process in addition to those of the installation's supervisor. */
export type FleetProcess = NodeProcess & { adsUrl: string; journal: string };

/** Creates delivery processes on separate ports and journals. `env` is added to the installation's. */
export async function newFleet(
  { dataDir, env: own }: Pick<Installation, "dataDir" | "env">,
  size: number,
  env: Record<string, string>,
): Promise<FleetProcess[]> {
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()));
  return ports.map((port) => {
    const adsUrl = `http://127.0.0.1:${port}`;
    const name = `delivery-${port}`;
    const process = nodeProcess({
      name,
      main: mainFiles.delivery,
      port,
      env: { ...own, ADS_URL: adsUrl, ...env, DELIVERY_PORT: String(port) },
      logFolder: path.join(dataDir, "logs"),
    });
    return { ...process, adsUrl, journal: path.join(dataDir, "journal", name) };
  });
}

/** Whether the intake has received every event of the processes. */
export const isShipped = (fleet: FleetProcess[]): boolean =>
  fleet.every(({ journal }) =>
    readdirSync(journal)
      .filter((name) => /\.(open|sealed|aside)$/.test(name))
      .every((name) => name.endsWith(".open") && statSync(path.join(journal, name)).size === 0),
  );
