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

/** A program from node_modules/.bin. */
export const tool = (name: string): string =>
  path.join(root, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
