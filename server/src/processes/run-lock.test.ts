import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isAlive } from "@litfass/platform/process/probe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeRunLock } from "./run-lock.ts";

let folder: string;
const lines: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const take = () => takeRunLock(folder, (line) => lines.push(line));
const note = (supervisor: number, children: number[] = []) =>
  writeFileSync(path.join(folder, "run.json"), JSON.stringify({ supervisor, children }));

/** A process with a command line like ours. */
async function pretender(words: string): Promise<number> {
  const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)", words]);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return child.pid ?? 0;
}

test("a running instance keeps its folder", async () => {
  const pid = await pretender("scripts/start.ts");
  note(pid);
  await expect(take()).rejects.toThrow(`already runs on ${folder} (process ${pid})`);
  process.kill(pid, "SIGKILL");
});

test("ends processes left by a killed run, but not a foreign process with a recorded id", async () => {
  const [orphan, foreign] = await Promise.all([pretender("server/src/processes/api.ts"), pretender("editor")]);
  note(foreign, [orphan, foreign]);
  const lock = await take();
  expect([isAlive(orphan), isAlive(foreign)]).toEqual([false, true]);
  lock.release();
  expect(existsSync(path.join(folder, "run.json"))).toBe(false);
  process.kill(foreign, "SIGKILL");
});

test("ignores a truncated lock file", async () => {
  writeFileSync(path.join(folder, "run.json"), '{"superv');
  (await take()).release();
});
