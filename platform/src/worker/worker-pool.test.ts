import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorkerPool, WorkerLimitError, type WorkerPool } from "./worker-pool.ts";

let folder: string;
let pool: WorkerPool;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-worker-"));
  pool = createWorkerPool({ threads: 1, maxQueue: 1, timeoutMs: 3000, maxHeapMb: 32 });
});
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

function moduleOf(name: string, text: string): URL {
  const file = path.join(folder, `${name}.ts`);
  writeFileSync(file, text);
  return pathToFileURL(file);
}
const hungry = "export default (): void => { const all = []; for (;;) all.push({ all: [1, 2, 3] }); };";
const limitOf = (error: unknown): string => (error instanceof WorkerLimitError ? error.limit : String(error));

test("runs a task in TypeScript and returns its errors", async () => {
  const double = moduleOf("double", "export default (figure: number): number => figure * 2;");
  expect(await pool.run(double, 21)).toBe(42);
  const fail = moduleOf("fail", 'export default (): never => { throw new RangeError("too deep"); };');
  await expect(pool.run(fail, null)).rejects.toThrow("too deep");
});

test("tasks have a lower priority than the event loop, where threads have priorities", async () => {
  const text = 'import os from "node:os"; export default (): number => os.getPriority();';
  const inTask = await pool.run<number>(moduleOf("priority", text), null);
  const increment = process.platform === "linux" ? 5 : 0;
  expect(inTask).toBe(Math.min(19, os.getPriority() + increment));
});

test("ends an endless task and one that uses too much memory, and runs the next one", async () => {
  const endless = moduleOf("endless", "export default (): void => { for (;;); };");
  expect(await pool.run(endless, null).catch(limitOf)).toBe("time");
  expect(await pool.run(moduleOf("hungry", hungry), null).catch(limitOf)).toBe("memory");
  const fine = moduleOf("fine", "export default (): string => 'fine';");
  expect(await pool.run(fine, null)).toBe("fine");
});

test("a thread that uses up its memory while it is stopped for its time is reported and ends nothing", async () => {
  const greedy = moduleOf("greedy", hungry);
  const reported: Error[] = [];
  const runFor = async (timeoutMs: number): Promise<{ limit: string; lifeMs: number }> => {
    const own = createWorkerPool({ threads: 1, maxHeapMb: 32, timeoutMs, onError: (error) => reported.push(error) });
    const start = performance.now();
    const limit = await own.run<string>(greedy, null).catch(limitOf);
    const lifeMs = performance.now() - start;
    await own.close();
    return { limit, lifeMs };
  };
  let { lifeMs } = await runFor(20_000);
  // Both limits are reached together somewhere below the time that the memory lasts.
  for (let attempt = 0; reported.length === 0 && attempt < 100; attempt++) {
    const { limit } = await runFor(Math.round(lifeMs));
    lifeMs *= limit === "memory" ? 0.95 : 1.06;
  }
  expect(reported[0]).toMatchObject({ code: "ERR_WORKER_OUT_OF_MEMORY" });
});

test("queues a few tasks and rejects more", async () => {
  const endless = moduleOf("endless-too", "export default (): void => { for (;;); };");
  const first = pool.run(endless, null).catch(limitOf);
  const fine = moduleOf("fine-too", "export default (): string => 'fine';");
  const second = pool.run(fine, null);
  expect(await pool.run(fine, null).catch(limitOf)).toBe("queue");
  expect(await first).toBe("time");
  expect(await second).toBe("fine");
});

test("one user's tasks wait for each other and do not fill the queue of the others", async () => {
  const shared = createWorkerPool({ threads: 1, maxQueue: 2, maxPerUser: 2, timeoutMs: 500 });
  const endless = moduleOf("endless-of-one", "export default (): void => { for (;;); };");
  const fine = moduleOf("fine-of-another", "export default (): string => 'fine';");
  const own = shared.of("u1");
  const tasks = Array.from({ length: 4 }, () => own.run(endless, null).catch(limitOf));
  expect(await own.run(fine, null).catch(limitOf)).toBe("queue");
  expect(await shared.of("u2").run(fine, null)).toBe("fine");
  expect(await Promise.all(tasks)).toEqual(Array(4).fill("time"));
  expect(await own.run(fine, null)).toBe("fine");
  await shared.close();
});
