import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "@litfass/platform/process/free-port";

/** The sandbox as a separate process, like in the demo: tests know only its URL. */
export type SandboxProcess = {
  /** Variables that configure an installation to use it. */
  env: Record<string, string>;
  url: string;
  /** Drops its in-memory state, the hourly access tokens. Consents remain. */
  restart(): Promise<void>;
  /** Drops every consent, like a provider when an account revokes access. */
  restartEmpty(): Promise<void>;
  stop(): Promise<void>;
};

const main = path.resolve(import.meta.dirname, "../../../sandbox/src/main.ts");

/** `given` are further variables of the sandbox. */
export async function startSandboxProcess(
  publicUrl: string,
  given: Record<string, string> = {},
): Promise<SandboxProcess> {
  const port = await freePort();
  const smtpPort = await freePort();
  const url = `http://localhost:${port}`;
  let running = await start();

  async function start(earlier?: string): Promise<{ child: ChildProcess; folder: string }> {
    const folder = earlier ?? mkdtempSync(path.join(os.tmpdir(), "litfass-sandbox-"));
    const settings = { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_SPEED: "0", ...given };
    const child = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, DATA_DIR: folder, PUBLIC_URL: publicUrl, ...settings },
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of child.stdout) if (String(line).includes("Sandbox at")) break;
    return { child, folder };
  }

  async function end(): Promise<void> {
    const { child } = running;
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }

  async function stop(): Promise<void> {
    await end();
    rmSync(running.folder, { recursive: true, force: true });
  }

  return {
    env: { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_URL: url },
    url,
    async restart() {
      await end();
      running = await start(running.folder);
    },
    async restartEmpty() {
      await stop();
      running = await start();
    },
    stop,
  };
}
