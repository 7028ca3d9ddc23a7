import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@litfass/platform/process/free-port";

export type ApiProcess = {
  port: number;
  /** Microseconds of CPU time so far, in steps of 10 ms; NaN where the system does not tell. */
  cpuMicros(): number;
  stop(): Promise<void>;
};

const ticksPerSecond = 100;
/** On a busy machine a start takes minutes. */
const readyMs = 600_000;

/** The API as a process of its own on a filled database, with its log written and thrown away as in production. */
export async function startApi(env: Record<string, string>): Promise<ApiProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server/src/processes/api.ts"], {
    env: { ...process.env, REQUESTS_PER_MINUTE: "9999999", ...env, PORT: String(port) },
    stdio: ["ignore", process.env.BENCH_LOG ? "inherit" : "ignore", "inherit"],
  });
  await ready(child, port);
  return {
    port,
    cpuMicros: () => cpuOfProcess(child.pid),
    async stop() {
      child.kill("SIGTERM");
      await new Promise((resolve) => child.once("close", resolve));
    },
  };
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + readyMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The API ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
    if (answer?.ok) return;
    await wait(200);
  }
  child.kill("SIGKILL");
  throw new Error("The API was not ready in time");
}

/** User and system time, the 14th and 15th field of Linux's process status. */
function cpuOfProcess(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
  } catch {
    return Number.NaN;
  }
}
