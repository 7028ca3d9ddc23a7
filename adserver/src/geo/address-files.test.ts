import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openAddressFiles } from "./address-files.ts";

test("logs a damaged address file once by name and ignores it; a missing one is silent", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "litfass-geo-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "city.mmdb");
  writeFileSync(file, "not a MaxMind file");
  const log = { error: vi.fn() };
  expect(openAddressFiles(folder, log)).toEqual({ locate: undefined, isDataCentre: undefined });
  expect(log.error.mock.calls).toEqual([[expect.objectContaining({ file }), expect.any(String)]]);
});
