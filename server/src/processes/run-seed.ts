import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { StartError } from "@litfass/platform/process/lifetime";

/**
 * Seeds the demo in a separate process, because the embedded event store belongs to one process at a time and the API
 * is next. @throws StartError with its output if it fails.
 */
export async function runSeed(root: string, env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  const file = "server/src/processes/seed-demo.ts";
  if (!existsSync(path.join(root, file))) return;
  say("Filling in the demo");
  const args = ["--disable-warning=ExperimentalWarning", file];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      words = (words + chunk).slice(-4000);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new StartError(`the demo could not be filled in. Its last words:\n${words.trim()}`);
}
