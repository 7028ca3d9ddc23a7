import { spawn } from "node:child_process";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

export type Command = { name: string; command: string; args: string[] };
export type Outcome = { ok: boolean; output: string; seconds: number };

/** Runs a command in the project's root and captures its output. */
export async function runQuietly({ command, args }: Command): Promise<Outcome> {
  const begun = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const ok = await new Promise<boolean>((resolve) => {
    child.once("error", (error) => {
      output += error.message;
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
  return { ok, output, seconds: (performance.now() - begun) / 1000 };
}

/** Runs a command with inherited stdio. @returns its exit code. */
export async function runLoudly({ command, args }: Command, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", env });
  return await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** Runs a command with inherited stdio, and also returns the end of what it wrote to stderr. */
export async function runRecordingErrors({ command, args }: Command): Promise<Omit<Outcome, "seconds">> {
  const child = spawn(command, args, { cwd: root, stdio: ["inherit", "inherit", "pipe"] });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    process.stderr.write(chunk);
    output = (output + chunk).slice(-4_000);
  });
  return await new Promise((resolve) => {
    child.once("error", ({ message }) => resolve({ ok: false, output: message }));
    child.once("close", (code, signal) => resolve({ ok: code === 0, output: `${output}${signal ?? ""}` }));
  });
}

/** A program from node_modules/.bin. */
export const tool = (name: string): string =>
  path.join(root, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
