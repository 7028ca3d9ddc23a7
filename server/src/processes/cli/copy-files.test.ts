import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createFolderFiles } from "@litfass/platform/files/folder-files";
import { openFiles } from "@litfass/platform/files/open-files";
import { s3Credentials, startS3Server } from "@litfass/platform/files/testing-s3-server";
import { systemRandom } from "@litfass/platform/random";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readAppConfig } from "../config.ts";
import type { DoctorContext } from "../doctor/check.ts";
import { files as filesCheck } from "../doctor/file-check.ts";
import { runCli } from "./run-cli.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "litfass-copy-"));
const inFolder = createFolderFiles(path.join(dataDir, "files"), systemRandom);
let server: Awaited<ReturnType<typeof startS3Server>>;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startS3Server("litfass");
  env = { DATA_DIR: dataDir, FILES_URL: "s3://litfass/production/", AWS_ENDPOINT_URL_S3: server.endpoint };
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
  await inFolder.put("invoices/2026/1.pdf", Buffer.from("one"), "application/pdf");
  await inFolder.put("logos/a.png", Buffer.from("two"), "image/png");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function copy(changes: Record<string, string> = {}) {
  const lines: string[] = [];
  const code = await runCli(["copy-files"], { env: { ...env, ...changes }, say: (line) => lines.push(line) });
  return { code, lines };
}
const examine = (changes: Record<string, string> = {}) =>
  filesCheck.run({ config: readAppConfig({ ...env, ...changes }) } as DoctorContext);

test("files of the folder are in the bucket afterwards; a second run copies what is new or changed", async () => {
  expect(await copy()).toEqual({ code: 0, lines: ["2 files, 2 of them copied now (6 bytes)"] });
  const inBucket = await openFiles(readAppConfig(env), systemRandom);
  for (const key of ["invoices/2026/1.pdf", "logos/a.png"]) {
    expect(await inBucket.get(key)).toEqual(await inFolder.get(key));
  }
  await inFolder.put("logos/a.png", Buffer.from("three"), "image/png");
  expect((await copy()).lines).toEqual(["2 files, 1 of them copied now (5 bytes)"]);
  expect((await inBucket.get("logos/a.png"))?.body.toString()).toBe("three");
  inBucket.close();
});

test("without a bucket there is nothing to copy to, and a wrong address is refused", async () => {
  expect(await copy({ FILES_URL: "" })).toEqual({ code: 1, lines: [expect.stringContaining("FILES_URL is not set")] });
  expect((await copy({ FILES_URL: "https://bucket" })).lines[0]).toContain("must read like s3://bucket");
});

test("doctor writes to and reads from the bucket, and names what to check if it cannot", async () => {
  expect(await examine()).toEqual({ status: "ok", found: "written to and read from bucket litfass" });
  expect(await examine({ FILES_URL: "" })).toMatchObject({ status: "ok" });
  const remedy = expect.stringContaining("AWS_ENDPOINT_URL_S3");
  expect(await examine({ FILES_URL: "s3://missing" })).toMatchObject({ status: "failed", remedy });
});
