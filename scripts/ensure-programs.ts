import { spawnSync } from "node:child_process";
import { type Command, runQuietly } from "./run-steps.ts";

type Program = { name: string; argument: string; packages: string[] };

/** Programs of some tests that the product does not need, with their Debian packages. */
const programs: Program[] = [
  { name: "ffmpeg", argument: "-version", packages: ["ffmpeg"] },
  { name: "redis-server", argument: "--version", packages: ["redis-server"] },
  { name: "pgbouncer", argument: "--version", packages: ["pgbouncer"] },
  { name: "haproxy", argument: "-v", packages: ["haproxy"] },
  // A third less CPU time per journey than the whole browser.
  {
    name: "chromium-headless-shell",
    argument: "--version",
    packages: ["chromium-headless-shell", "fonts-liberation"],
  },
];

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
 * Installs missing programs by apt-get, each step with a time limit. Never fails: tests without a program are skipped,
 * or use another browser.
 */
export async function ensurePrograms({ runs, run, mayInstall, say }: Parts = machine): Promise<void> {
  const missing = programs.filter(({ name, argument }) => !runs(name, argument));
  if (missing.length === 0 || !mayInstall) return;
  const apt = (seconds: number, ...args: string[]) =>
    run({ name: "apt", command: "timeout", args: ["--kill-after=10", String(seconds), "apt-get", ...args] });
  await apt(updateSeconds, "update", "-qq");
  for (const { name, packages } of missing) {
    say(`Installing ${name} by apt-get`);
    // One at a time: apt-get installs none of several packages when it does not know one of them.
    const { ok } = await apt(installSeconds, "install", "-y", "-qq", "--no-install-recommends", ...packages);
    if (!ok) say(`${name} could not be installed`);
  }
}
