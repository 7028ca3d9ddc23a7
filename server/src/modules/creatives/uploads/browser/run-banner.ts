import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import {
  type BannerBrowser,
  type BannerRun,
  type BannerRunOutcome,
  type BannerToRun,
  runMemoryBytes,
  runTimeoutMs,
} from "./banner-run.ts";

/** The browser could not be started, or the banner exceeded its time or memory. */
export class BannerRunFailed extends Error {
  override name = "BannerRunFailed";
}

const program = fileURLToPath(new URL("./run-banner-process.ts", import.meta.url));
const memoryCheckMs = 500;
const graceMs = 3_000;

export type RunLimits = { timeoutMs?: number; memoryBytes?: number };

/**
 * Runs a banner in a separate process without this one's environment.
 * @throws BannerRunFailed
 */
export function runBanner(
  banner: BannerToRun,
  browser: BannerBrowser,
  signal: AbortSignal,
  limits: RunLimits = {},
): Promise<BannerRun> {
  return runBanners([banner], browser, signal, limits).then(([outcome]) => {
    if (outcome && "run" in outcome) return outcome.run;
    throw new BannerRunFailed(outcome?.error);
  });
}

/**
 * The same for several banners in one browser, whose start costs more than a run. The limits are those of all together.
 * @throws BannerRunFailed
 */
export function runBanners(
  banners: BannerToRun[],
  browser: BannerBrowser,
  signal: AbortSignal,
  limits: RunLimits = {},
): Promise<BannerRunOutcome[]> {
  const env = { PATH: process.env.PATH ?? "", HOME: tmpdir() };
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"], env, cwd: tmpdir() });
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify({ browser, banners }));
  return resultOf(child, signal, limits);
}

async function resultOf(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  signal: AbortSignal,
  { timeoutMs = runTimeoutMs, memoryBytes = runMemoryBytes }: RunLimits,
): Promise<BannerRunOutcome[]> {
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  let reason = "";
  const stop = (why: string): void => {
    reason ||= why;
    // SIGTERM lets it close the browser; on SIGKILL the pipe breaks, which also ends the browser.
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
  try {
    const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    if (code === 0 && reason === "") return JSON.parse(output) as BannerRunOutcome[];
    throw new BannerRunFailed(reason || complaint.slice(-1000));
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal.removeEventListener("abort", abort);
  }
}

const pageBytes = 4096;

/**
 * Resident memory of a process and all its descendants in bytes, without shared memory; 0 if the system has no
 * `/proc`.
 */
async function memoryOf(pid: number): Promise<number> {
  const entries = await readdir("/proc").catch(() => []);
  // Process ids increase, so a child comes after its parent.
  const later = entries.map(Number).filter((each) => each >= pid);
  const parents = await Promise.all(later.sort((a, b) => a - b).map(parentOf));
  const family = new Set([pid]);
  for (const [at, parent] of parents.entries()) {
    if (parent !== null && family.has(parent)) family.add(later[at] ?? pid);
  }
  const sizes = await Promise.all([...family].map(unsharedBytesOf));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The command's name is in parentheses and may contain spaces; state and parent follow.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

async function unsharedBytesOf(pid: number): Promise<number> {
  const memory = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "0 0 0");
  const [, resident = 0, shared = 0] = memory.split(" ").map(Number);
  return (resident - shared) * pageBytes;
}
