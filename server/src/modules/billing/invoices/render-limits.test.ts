import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createWorkerPool, type WorkerPool } from "@litfass/platform/worker/worker-pool";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let accountant: TestClient;
let folder: string;
let endless: URL;
const pools: WorkerPool[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-render-"));
  endless = pathToFileURL(path.join(folder, "endless.ts"));
  writeFileSync(endless, "export default (): void => { for (;;); };");
  stack = await startStack();
  accountant = await stack.signIn("super_admin");
});
afterAll(async () => {
  for (const pool of pools) await pool.close();
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every rendering of the API takes for ever until it is ended. Returns the names of the tasks. */
function renderForEver(limits: { timeoutMs: number; maxQueue: number }): string[] {
  const pool = createWorkerPool({ threads: 1, ...limits });
  pools.push(pool);
  const tasks: string[] = [];
  stack.platform.workers.of = () => ({
    run(task, input) {
      tasks.push(path.basename(task.pathname));
      return pool.run(endless, input);
    },
  });
  return tasks;
}

const spreadsheets = ["/admin/users/excel", "/billing/admin/invoices/excel"];
const health = async (): Promise<number> => (await stack.app.inject({ url: "/health" })).statusCode;

test("a rendering that does not end is ended and answers 429, and the API answers meanwhile", async () => {
  const tasks = renderForEver({ timeoutMs: 2_000, maxQueue: 16 });
  const pending = Promise.all(spreadsheets.map((target) => accountant.get(target)));
  let isOver = false;
  void pending.then(() => {
    isOver = true;
  });
  await expect.poll(() => tasks.length).toBe(spreadsheets.length);
  expect(await health()).toBe(200);
  expect(isOver).toBe(false);
  for (const { status, headers } of await pending) {
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(tasks).toEqual(["spreadsheet-task.ts", "spreadsheet-task.ts"]);
});

test("with a full queue further files are refused at once", async () => {
  const tasks = renderForEver({ timeoutMs: 4_000, maxQueue: 0 });
  const first = accountant.get("/admin/users/excel");
  await expect.poll(() => tasks.length).toBe(1);
  let isFirstOver = false;
  void first.then(() => {
    isFirstOver = true;
  });
  expect((await accountant.get("/admin/users/excel")).status).toBe(429);
  expect(isFirstOver).toBe(false);
  expect((await first).status).toBe(429);
});
