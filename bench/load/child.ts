import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";

const hasTaskset = os.platform() === "linux" && os.availableParallelism() > 1;

/** Runs a file of this folder as a separate process and, if possible, on a separate core. */
export function child(file: string, core: number, args: (string | number)[]): ChildProcess {
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", file, ...args.map(String)];
  const pinned = hasTaskset ? ["taskset", "-c", String(core), ...command] : command;
  return spawn(pinned[0]!, pinned.slice(1), { stdio: ["ignore", "pipe", "inherit", "ipc"] });
}

/** The child's first message. */
export const firstLine = (from: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    from.stdout!.once("data", (data: Buffer) => resolve(String(data).trim()));
    from.once("exit", (code) => reject(new Error(`ended with ${code} before it said anything`)));
  });

/** Responds to `cpuOf` in a child. */
export function tellProcessorTime(): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
}

/** Microseconds of CPU time used by a child so far. */
export const cpuOf = (from: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    from.once("message", (micros) => resolve(Number(micros)));
    from.send("cpu");
  });
