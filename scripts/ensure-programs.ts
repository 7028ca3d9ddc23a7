import { spawnSync } from "node:child_process";
import { type Command, runQuietly } from "./run-steps.ts";

/** Debian packages needed by some tests but not by the product. */
const packages: Record<string, [program: string, argument: string]> = {
  ffmpeg: ["ffmpeg", "-version"],
  "redis-server": ["redis-server", "--version"],
};

const updateSeconds = 60;
const installSeconds = 240;

type Parts = {
  /** Whether a program starts here. */
  runs(program: string, argument: string): boolean;
  run(command: Command): Promise<{ ok: boolean }>;
  /** Whether this is a Debian where packages may be installed. */
  mayInstall: boolean;
  say(line: string): void;
};

const machine: Parts = {
  runs: (program, argument) => spawnSync(program, [argument], { timeout: 20_000 }).status === 0,
  run: runQuietly,
  mayInstall:
    process.platform === "linux" && process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0,
  say: (line) => console.log(line),
};

/**
 * Installs missing packages by apt-get, each step with a time limit. Never fails: tests without a program are
 * skipped.
 */
export async function ensurePrograms({ runs, run, mayInstall, say }: Parts = machine): Promise<void> {
  const missing = Object.entries(packages).flatMap(([name, [program, argument]]) =>
    runs(program, argument) ? [] : [name],
  );
  if (missing.length === 0 || !mayInstall) return;
  say(`Installing ${missing.join(" and ")} by apt-get`);
  const apt = (seconds: number, ...args: string[]) =>
    run({ name: "apt", command: "timeout", args: ["--kill-after=10", String(seconds), "apt-get", ...args] });
  await apt(updateSeconds, "update", "-qq");
  const { ok } = await apt(installSeconds, "install", "-y", "-qq", "--no-install-recommends", ...missing);
  if (!ok) say(`${missing.join(" and ")} could not be installed`);
}
