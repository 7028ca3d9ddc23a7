import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { barsExitCode, tellBar } from "./bars.ts";
import { compare } from "./load/compare.ts";

/**
 * Impression pixels per second, each verified, charged to its lease and on disk before the response, against a bare
 * node:http server that answers every GET with a pixel.
 */
const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-bench-"));
await compare(
  {
    servers: { bare: ["bare-get"], tracker: ["tracker", 1_000, folder] },
    load: "impressions",
    connections: 256,
  },
  async (measured) => {
    for (const [name, { perSecond, cpuMicros }] of measured) {
      console.log(`${name}: ${Math.round(perSecond)} pixels/s, ${cpuMicros.toFixed(1)} µs of processor time each`);
    }
    const [bare, tracker] = [measured.get("bare")!, measured.get("tracker")!];
    tellBar("tracking ÷ bare GET, by requests/s", tracker.perSecond / bare.perSecond, { least: 0.6 });
    tellBar("tracking ÷ bare GET, by processor time", bare.cpuMicros / tracker.cpuMicros, { least: 0.6 });
  },
);
process.exit(barsExitCode());
