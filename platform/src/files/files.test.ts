import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { systemRandom } from "../random.ts";
import type { FileStore } from "./files.ts";
import { createFolderFiles, listFolderKeys } from "./folder-files.ts";
import { createS3Files, type S3Files } from "./s3-files.ts";
import { s3Credentials, startS3Server } from "./testing-s3-server.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-files-"));
const bucket = "litfass-files";
let server: Awaited<ReturnType<typeof startS3Server>>;
let inBucket: S3Files;

beforeAll(async () => {
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
  server = await startS3Server(bucket);
  inBucket = createS3Files({ bucket, prefix: "of/litfass", endpoint: server.endpoint, region: "eu-central-1" });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  inBucket.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ["a folder", () => createFolderFiles(folder, systemRandom)],
  ["a bucket", () => inBucket],
])("in %s", (_place, open) => {
  let files: FileStore;
  beforeEach(() => {
    files = open();
  });

  test("stores, reads, replaces and removes files", async () => {
    const key = "invoices/2026/1.pdf";
    expect(await files.get(key)).toBeNull();
    await files.put(key, Buffer.from("one"), "application/pdf");
    const { hash } = await files.put(key, Buffer.from("two"), "application/pdf");
    expect(hash).toBe("3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3");
    expect(await files.get(key)).toEqual({ body: Buffer.from("two"), contentType: "application/pdf", hash });
    await files.remove(key);
    await files.remove(key);
    expect(await files.get(key)).toBeNull();
  });

  test("stores every byte, and nothing at all", async () => {
    const every = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
    for (const body of [every, Buffer.alloc(0)]) {
      await files.put("bytes", body, "application/octet-stream");
      expect((await files.get("bytes"))?.body.equals(body)).toBe(true);
    }
  });

  test.each(["../outside", "/etc/passwd", "a/../../b", "a//b", ".hidden", "", "a\0b", `${"a/".repeat(256)}b`])(
    "rejects the key %j",
    async (key) => {
      await expect(async () => files.put(key, Buffer.from(""), "text/plain")).rejects.toThrow("Not a file key");
      await expect(async () => files.get(key)).rejects.toThrow("Not a file key");
      await expect(async () => files.remove(key)).rejects.toThrow("Not a file key");
    },
  );
});

test("a folder has no file of an unfinished write, and lists the keys of the others", async () => {
  const files = createFolderFiles(folder, systemRandom);
  await files.put("invoices/2026/2.pdf", Buffer.from("two"), "application/pdf");
  await files.put("logo", Buffer.from("x"), "image/png");
  expect(readdirSync(path.join(folder, "invoices/2026")).sort()).toEqual(["2.pdf", "2.pdf.meta"]);
  expect(await listFolderKeys(folder)).toEqual(["bytes", "invoices/2026/2.pdf", "logo"]);
});

describe("a bucket", () => {
  const others: S3Files[] = [];
  const open = (changes: Partial<Parameters<typeof createS3Files>[0]>): S3Files => {
    const files = createS3Files({ bucket, prefix: "", endpoint: server.endpoint, region: "eu-central-1", ...changes });
    others.push(files);
    return files;
  };
  afterEach(() => {
    for (const files of others.splice(0)) files.close();
  });

  test("keys are below the prefix, so installations can share a bucket", async () => {
    const { hash } = await inBucket.put("shared", Buffer.from("ours"), "text/plain");
    expect(await open({}).get("shared")).toBeNull();
    expect((await open({}).get("of/litfass/shared"))?.body.toString()).toBe("ours");
    expect(await inBucket.hashOf("shared")).toBe(hash);
    expect(await inBucket.hashOf("missing")).toBeNull();
  });

  test("a missing bucket and wrong credentials are errors, not missing files", async () => {
    await expect(open({ bucket: "another" }).get("shared")).rejects.toThrow();
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "wrong");
    await expect(open({}).get("shared")).rejects.toThrow("signature");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", s3Credentials.AWS_SECRET_ACCESS_KEY);
  });

  test("a service that never responds, or not to the end, fails after the time-out", async () => {
    let isEndless = false;
    const silent = createServer((_request, response) => {
      if (isEndless) response.writeHead(200, { "content-length": "10" }).write("half");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const files = open({ endpoint, timeoutMs: 200 });
    await expect(files.put("a", Buffer.from("x"), "text/plain")).rejects.toThrow("within 200 ms");
    isEndless = true;
    await expect(files.get("a")).rejects.toThrow("within 200 ms");
    silent.closeAllConnections();
    silent.close();
  });

  test("a short outage is bridged by repeating the call", async () => {
    let calls = 0;
    const shaky = createServer((_request, response) => {
      calls += 1;
      response.writeHead(calls < 3 ? 503 : 200, { "content-type": "text/plain" }).end(calls < 3 ? "" : "back");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => shaky.once("listening", resolve));
    const endpoint = `http://127.0.0.1:${(shaky.address() as AddressInfo).port}`;
    expect((await open({ endpoint }).get("a"))?.body.toString()).toBe("back");
    shaky.closeAllConnections();
    shaky.close();
  });
});
