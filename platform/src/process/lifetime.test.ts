import { execFile, execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { isAlive } from "./probe.ts";

const lifetime = new URL("./lifetime.ts", import.meta.url).href;

test("a running process that must not go on stops in order and reports a failure, so that another is started", async () => {
  const script = `
    import { runProcess } from ${JSON.stringify(lifetime)};
    await runProcess("worker", async () => ({
      drain: async () => console.log("drained"),
      stop: async () => console.log("stopped"),
      failed: Promise.resolve(new Error("the clock is wrong")),
    }));
    setInterval(() => {}, 1000);`;
  const ended = await new Promise((resolve) =>
    execFile(process.execPath, ["--input-type=module", "--eval", script], (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    ),
  );
  expect(ended).toEqual({
    code: 1,
    stdout: "stopped\n",
    stderr: expect.stringContaining("worker stops: the clock is wrong"),
  });
});

test("a process that was started from a shell goes on without it; one that is supervised ends", async () => {
  const script = `
    import { runProcess } from ${JSON.stringify(lifetime)};
    await runProcess("worker", async () => ({ stop: async () => {} }));
    setInterval(() => {}, 1000);`;
  const startFromShell = (isSupervised: string): number => {
    const command = `"$0" --input-type=module --eval "$1" >/dev/null 2>&1 & echo $!; sleep 1.5`;
    const env = { PATH: process.env.PATH, LITFASS_ENDS_WITH_PARENT: isSupervised };
    return Number(execFileSync("/bin/sh", ["-c", command, process.execPath, script], { env, encoding: "utf8" }));
  };
  const [alone, supervised] = [startFromShell("off"), startFromShell("on")];
  await expect.poll(() => isAlive(supervised), { timeout: 3_000 }).toBe(false);
  await wait(700);
  expect(isAlive(alone)).toBe(true);
  process.kill(alone, "SIGTERM");
  await expect.poll(() => isAlive(alone), { timeout: 3_000 }).toBe(false);
});
