import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@litfass/platform/process/free-port";
import { isAlive, isRunning } from "@litfass/platform/process/probe";

const root = path.resolve(import.meta.dirname, "../..");

export type Run = {
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  errors(): string;
  /** Resolves when it reports to be ready. @throws with its output if it exits before. */
  ready(): Promise<void>;
  ended(): Promise<number | null>;
};

/** The file run by each process of the installation. */
export const mainFiles = {
  api: "server/src/processes/api.ts",
  delivery: "adserver/src/main.ts",
  sandbox: "sandbox/src/main.ts",
} as const;

export type Installation = {
  env: Record<string, string>;
  dataDir: string;
  apiUrl: string;
  start(command?: string[], env?: Record<string, string>): Run;
  /** Ids of all processes recorded by the current run, including the database's. */
  pids(): { supervisor: number; all: number[] };
  /** Id of a current process: `api`, `delivery` or `sandbox`. */
  pidOf(part: keyof typeof mainFiles): number;
  remove(): void;
};

/** A data folder and separate ports for a real start. */
export async function newInstallation(): Promise<Installation> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "litfass-fault-"));
  chmodSync(dataDir, 0o755);
  const [api, delivery, sandbox, smtp] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const env = {
    DATA_DIR: dataDir,
    PORT: String(api),
    DELIVERY_PORT: String(delivery),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    // The demo without a video and a spot: converting them takes half of a start.
    FFMPEG_PATH: "/nowhere/ffmpeg",
  };
  return {
    env,
    dataDir,
    apiUrl: `http://127.0.0.1:${api}`,
    start: (command = ["node", "scripts/launch.mjs", "start"], extra = {}) => startRun(command, { ...env, ...extra }),
    pids() {
      const note = readNote(dataDir);
      const postmaster = Number.parseInt(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
      return { supervisor: note.supervisor, all: [note.supervisor, ...note.children, postmaster] };
    },
    pidOf(part) {
      const note = readNote(dataDir);
      const pid = note.children.find((child) => isRunning(child, new RegExp(mainFiles[part])));
      if (pid === undefined) throw new Error(`${part} does not run`);
      return pid;
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

type Note = { supervisor: number; children: number[] };
const readNote = (dataDir: string): Note => JSON.parse(readFileSync(path.join(dataDir, "run.json"), "utf8")) as Note;

function startRun([command = "", ...args]: string[], env: Record<string, string>): Run {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return {
    child,
    output: () => output,
    errors: () => errors,
    ended: () => ended,
    async ready() {
      await until(() => output.includes("Litfass is ready") || child.exitCode !== null, 240_000);
      if (!output.includes("Litfass is ready")) throw new Error(`It ended: ${output}\n${errors}`);
    },
  };
}

/** Waits for an externally visible condition. @throws after `timeoutMs`. */
export async function until(condition: () => boolean, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${timeoutMs} ms`);
    await wait(50);
  }
}

export const allGone = (pids: number[]): boolean => pids.every((pid) => !isAlive(pid));
