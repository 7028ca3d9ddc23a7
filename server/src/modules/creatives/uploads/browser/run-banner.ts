import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type BannerRun, type BannerToRun, runMemoryBytes, runTimeoutMs } from "./banner-run.ts";
import { memoryOf } from "./memory-of.ts";

/** The browser could not be started, or the banner used more time or memory than it may. */
export class BannerRunFailed extends Error {
  override name = "BannerRunFailed";
}

const program = fileURLToPath(new URL("./run-banner-process.ts", import.meta.url));
const memoryCheckMs = 500;
const graceMs = 3_000;

export type RunLimits = { timeoutMs?: number; memoryBytes?: number };

/**
 * Runs a banner in a process of its own, which knows none of this one's settings.
 * @throws BannerRunFailed
 */
export async function runBanner(banner: BannerToRun, signal: AbortSignal, limits: RunLimits = {}): Promise<BannerRun> {
  const { timeoutMs = runTimeoutMs, memoryBytes = runMemoryBytes } = limits;
  const env = { PATH: process.env.PATH ?? "", HOME: tmpdir() };
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"], env, cwd: tmpdir() });
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  let reason = "";
  const stop = (why: string): void => {
    reason ||= why;
    // Asked to end, it closes the browser; killed, it takes the pipe away without which the browser ends by itself.
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), graceMs).unref();
  };
  const timer = setTimeout(() => stop("time"), timeoutMs);
  const watch = setInterval(() => {
    const { pid } = child;
    if (pid) void memoryOf(pid).then((bytes) => bytes > memoryBytes && stop("memory"));
  }, memoryCheckMs);
  const abort = (): void => stop("stopped");
  signal.addEventListener("abort", abort, { once: true });
  child.on("error", (error) => stop(error.message));
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify(banner));
  try {
    const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    if (code === 0 && reason === "") return JSON.parse(output) as BannerRun;
    throw new BannerRunFailed(reason || complaint.slice(-1000));
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", abort);
  }
}
