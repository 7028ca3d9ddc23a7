import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { type Running, runProcess } from "@litfass/platform/process/lifetime";
import { startSupervisor, supervisorStopMs } from "../server/src/processes/supervisor.ts";
import { root, tool } from "./run-steps.ts";

/** Like `npm start`, but processes restart when their code changes, and Vite serves the web app. */
const start = async (): Promise<Running> => {
  const env = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" };
  const running = await startSupervisor({ env, say: (line) => console.log(line), development: true });
  if (!existsSync(path.join(root, "web/index.html"))) return running;
  const vite = spawn(tool("vite"), ["--clearScreen", "false"], {
    cwd: path.join(root, "web"),
    env: { ...env, API_URL: running.config.internalUrl, ADS_URL: running.config.adsUrl },
    stdio: "inherit",
  });
  return {
    ...running,
    async stop(hurry) {
      vite.kill("SIGTERM");
      await running.stop(hurry);
    },
  };
};

await runProcess("Litfass", start, supervisorStopMs);
