import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { closeInTime } from "./close-in-time.ts";

/** A server with one request in flight, which is answered by `finish`. */
async function busy() {
  const app = fastify({ forceCloseConnections: "idle" });
  const { promise, resolve: finish } = Promise.withResolvers<string>();
  const arrived = Promise.withResolvers<void>();
  app.get("/", () => {
    arrived.resolve();
    return promise;
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
  const call = () =>
    fetch(url).then(
      (response) => response.text(),
      () => "broken off",
    );
  const answer = call();
  await arrived.promise;
  return { app, call, answer, finish: () => finish("done") };
}

test("a request in flight is finished, and no other one is accepted", async () => {
  const { app, call, answer, finish } = await busy();
  const closed = closeInTime(app, 10_000);
  await expect.poll(call).toBe("broken off");
  finish();
  expect(await answer).toBe("done");
  await closed;
});

test("a request that takes too long is broken off, at once after a second signal", async () => {
  const slow = await busy();
  await closeInTime(slow.app, 50);
  expect(await slow.answer).toBe("broken off");
  const hurried = await busy();
  const hurry = new AbortController();
  const closed = closeInTime(hurried.app, 60_000, hurry.signal);
  hurry.abort();
  await closed;
  expect(await hurried.answer).toBe("broken off");
});
