import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { isInstalled } from "./ffmpeg.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-ffmpeg-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const install = (name: string, mode: number): void => {
  writeFileSync(path.join(folder, name), "");
  chmodSync(path.join(folder, name), mode);
};

test("the converter is installed if ffmpeg and ffprobe are executable files, by path or by name", async () => {
  const byPath = path.join(folder, "ffmpeg");
  expect(await isInstalled(byPath)).toBe(false);
  install("ffmpeg", 0o755);
  mkdirSync(path.join(folder, "ffprobe"));
  expect(await isInstalled(byPath)).toBe(false);
  rmSync(path.join(folder, "ffprobe"), { recursive: true });
  install("ffprobe", 0o755);
  expect(await isInstalled(byPath)).toBe(true);
  vi.stubEnv("PATH", ["/nowhere", folder].join(path.delimiter));
  expect([await isInstalled("ffmpeg"), await isInstalled("another-ffmpeg")]).toEqual([true, false]);
  vi.unstubAllEnvs();
});
