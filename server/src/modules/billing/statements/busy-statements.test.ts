import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { creditManually } from "../index.ts";

let stack: Stack;
let customer: TestClient;
beforeAll(async () => {
  stack = await startStack();
  customer = await stack.signIn({ uid: "ada-1", role: "customer" });
  await stack.platform.db.transaction(async (tx) => {
    for (let line = 0; line < 2400; line += 1) {
      await creditManually(tx, { ownerUid: "ada-1", currency: "CHF", amountMicros: 1_000_000n, key: `line ${line}` });
    }
  });
});
afterAll(() => stack?.close());

test("renders 15 long statements at once without blocking the event loop", async () => {
  const print = () => customer.get("/billing/statement/months/2026-03");
  expect((await print()).status).toBe(200);
  const before = performance.eventLoopUtilization();
  const answers = await Promise.all(Array.from({ length: 15 }, print));
  const { utilization } = performance.eventLoopUtilization(before);
  for (const { status, bytes } of answers) {
    expect(status).toBe(200);
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  }
  // Drawn in the event loop, they would occupy it nearly all the time.
  expect(utilization).toBeLessThan(0.6);
});
