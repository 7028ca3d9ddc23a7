import { mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openLogFile } from "./log-file.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a log rotates at its size, keeps five files, and remembers its last lines", () => {
  const log = openLogFile(folder, "api", { maxBytes: 100 });
  for (let line = 1; line <= 100; line++) log.write(Buffer.from(`line ${String(line).padStart(14)}\n`));
  expect(log.lastLines().split("\n").at(-1)).toContain("100");
  log.close();
  expect(readdirSync(folder).sort()).toEqual(["api.log", "api.log.1", "api.log.2", "api.log.3", "api.log.4"]);
  expect(readFileSync(path.join(folder, "api.log"), "utf8")).toContain("100");
  const again = openLogFile(folder, "api", { maxBytes: 100 });
  again.write(Buffer.from("line 101\n"));
  again.close();
  expect(readFileSync(path.join(folder, "api.log"), "utf8")).toMatch(/100\n(.*\n)*line 101\n$/);
});

test("a full disk loses lines but never throws, and the log states it once there is space", () => {
  let isFull = false;
  const write = (handle: number, chunk: Buffer): void => {
    if (isFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    writeSync(handle, chunk);
  };
  const log = openLogFile(folder, "full", { write });
  log.write(Buffer.from("before\n"));
  isFull = true;
  for (let line = 0; line < 3; line++) log.write(Buffer.from("lost\n"));
  expect(log.lastLines()).toContain("lost");
  isFull = false;
  log.write(Buffer.from("after\n"));
  log.close();
  const lines = readFileSync(path.join(folder, "full.log"), "utf8").split("\n").filter(Boolean);
  expect([lines[0], lines.at(-1)]).toEqual(["before", "after"]);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ process: "full", chunks: 3 });
});
