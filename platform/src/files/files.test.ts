import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemRandom } from "../random.ts";
import { createFolderFiles } from "./files.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-files-"));
const files = createFolderFiles(folder, systemRandom);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("stores, reads, replaces and removes files without leaving temporary ones", async () => {
  await files.put("invoices/2026/1.pdf", Buffer.from("one"), "application/pdf");
  await files.put("invoices/2026/1.pdf", Buffer.from("two"), "application/pdf");
  const got = await files.get("invoices/2026/1.pdf");
  expect([got?.body.toString(), got?.contentType]).toEqual(["two", "application/pdf"]);
  expect(got?.hash).toBe("3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3");
  expect(readdirSync(path.join(folder, "invoices/2026")).sort()).toEqual(["1.pdf", "1.pdf.meta"]);
  await files.remove("invoices/2026/1.pdf");
  await files.remove("invoices/2026/1.pdf");
  expect(await files.get("invoices/2026/1.pdf")).toBeNull();
});

test.each(["../outside", "/etc/passwd", "a/../../b", "a//b", ".hidden", "", "a\0b"])(
  "rejects the key %j",
  async (key) => {
    await expect(files.put(key, Buffer.from(""), "text/plain")).rejects.toThrow("Not a file key");
    await expect(files.get(key)).rejects.toThrow("Not a file key");
  },
);
