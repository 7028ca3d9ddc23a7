import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const root = path.resolve(import.meta.dirname, "../..");
/** Killed processes restart under load, on a busy machine. */
const readyTimeoutMs = 240_000;

/** A process of Litfass that a test starts, stops and kills by itself. */
export type NodeProcess = {
  name: string;
  url: string;
  /** Starts or restarts it and waits until it is ready. */
  start(): Promise<void>;
  /** SIGTERM. Resolves with the exit code, null if a signal ended it. */
  stop(): Promise<number | null>;
  /** SIGKILL, so that it cannot return anything. Resolves when it has exited. */
  kill(): Promise<void>;
};

export type NodeProcessOptions = {
  name: string;
  /** The file that it runs, from the root of the repository. */
  main: string;
  port: number;
  env: Record<string, string>;
  logFolder: string;
};

export function nodeProcess({ name, main, port, env, logFolder }: NodeProcessOptions): NodeProcess {
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(path.join(logFolder, `${name}.log`), "a");
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const victim = child;
    const gone = new Promise<number | null>((resolve) => victim.once("close", (code) => resolve(code)));
    victim.kill(signal);
    return gone;
  };
  return {
    name,
    url,
    async start() {
      const args = ["--disable-warning=ExperimentalWarning", main];
      // Every process loads the same files.
      const cache = { NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node") };
      const all = { ...cache, ...process.env, ...env };
      const started = spawn("node", args, { cwd: root, env: all, stdio: ["ignore", log, log] });
      child = started;
      const deadline = Date.now() + readyTimeoutMs;
      while (!(await isReady(url))) {
        if (started.exitCode !== null) throw new Error(`${name} ended with ${started.exitCode}; see its log`);
        if (Date.now() > deadline) throw new Error(`${name} was not ready within ${readyTimeoutMs} ms`);
        await wait(100);
      }
    },
    stop: () => end("SIGTERM"),
    async kill() {
      await end("SIGKILL");
    },
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(2000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
