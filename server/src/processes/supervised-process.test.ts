import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { restartPauseMs, startChild } from "./supervised-process.ts";

test("restarts are delayed longer after each crash, and shortly again after a healthy run", () => {
  const pauses: number[] = [];
  for (const ranMs of [90_000, 100, 100, 100, 59_000, 100, 100, 60_000, 100]) {
    pauses.push(restartPauseMs(pauses.at(-1) ?? null, ranMs));
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000, 2000]);
});

test("a process that cannot be started is reported with the reason, and ends nothing else", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "litfass-supervised-"));
  const child = startChild({
    name: "api",
    args: ["--version"],
    env: process.env,
    cwd: path.join(folder, "missing"),
    logFolder: folder,
    echo: false,
    readyUrl: "http://127.0.0.1:9/ready",
    say: () => {},
    onPids: () => {},
    drainMs: 0,
  });
  await expect(child.ready()).rejects.toThrow(/^api ended\. [\s\S]*ENOENT/);
  await child.stop();
  rmSync(folder, { recursive: true });
});
