import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@litfass/platform/process/free-port";

/** Debian's redis-server, in memory only. */
export type RedisServer = {
  url: string;
  /** Stops responding without closing connections, and resumes. */
  freeze(): void;
  thaw(): void;
  /** Stops and loses its data. */
  kill(): Promise<void>;
  /** Restarts empty at the same address. */
  start(): Promise<void>;
};

const startMs = 10_000;

export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    async kill() {
      const victim = child;
      child = undefined;
      if (victim === undefined || victim.exitCode !== null) return;
      const gone = once(victim, "exit");
      victim.kill("SIGKILL");
      await gone;
    },
    async start() {
      const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
      const started = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "inherit"] });
      child = started;
      let said = "";
      started.stdout.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
      for (const deadline = Date.now() + startMs; !said.includes("Ready to accept connections"); await wait(5)) {
        if (started.exitCode !== null || Date.now() > deadline) throw new Error(`redis-server did not start: ${said}`);
      }
    },
  };
  await server.start();
  return server;
}
