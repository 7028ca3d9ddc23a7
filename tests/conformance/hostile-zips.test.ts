import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { readZip, ZipProblem } from "../../server/src/modules/creatives/uploads/read-zip.ts";
import { sendForm } from "../../server/src/testing/forms.ts";
import { type Stack, startStack } from "../../server/src/testing/stack.ts";
import { conformance } from "./samples.ts";

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack();
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-zips-"));
});
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

conformance("collected hostile zips are refused with a reason, in bounded memory", "zips-bad", async (at) => {
  const names = readdirSync(at, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".zip"));
  const tech = await stack.signIn("tech_admin");
  const before = process.memoryUsage().rss;
  let peak = before;
  for (const name of names) {
    await readZip(path.join(at, name)).catch((error: unknown) => expect(error, name).toBeInstanceOf(ZipProblem));
    const file = [{ name: "banner.zip", body: readFileSync(path.join(at, name)) }];
    const answer = await sendForm(tech, "post", "/creatives/zip/get-html", {}, { file });
    peak = Math.max(peak, process.memoryUsage().rss);
    expect([name, answer.status]).toEqual([name, 422]);
    expect(answer.body.errors.file[0].length).toBeGreaterThan(20);
  }
  expect((peak - before) / 1_000_000).toBeLessThan(100);
  return names.length;
});
