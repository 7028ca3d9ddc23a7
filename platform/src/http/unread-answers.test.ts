import { type AddressInfo, connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";

let stack: Stack;
let served = 0;
beforeAll(async () => {
  stack = await startStack({ env: { REQUESTS_PER_MINUTE: "120" } });
  stack.app.server.on("request", () => {
    served += 1;
  });
  await stack.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => stack.close());

test("one connection has a thousand requests served, and costs less than 100 MB if its client does not read", async () => {
  const before = process.memoryUsage.rss();
  const socket = connect((stack.app.server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  socket.pause();
  socket.write("GET /api/v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1_500));
  for (let seen = -1; seen !== served; ) {
    seen = served;
    await wait(500);
  }
  socket.destroy();
  expect(served).toBeGreaterThan(0);
  expect(served).toBeLessThanOrEqual(1_000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
});

test("the document of the API counts towards the limit of an address", async () => {
  const get = async () =>
    (await stack.app.inject({ url: "/api/docs/style.css", remoteAddress: "203.0.113.9" })).statusCode;
  for (let count = 0; count < 1_200; count += 1) await get();
  expect(await get()).toBe(429);
});
