import fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { addHealth, type StoreCheck } from "./health.ts";

afterEach(() => void vi.useRealTimers());

async function ready(checks: Record<string, StoreCheck>, isDraining?: () => boolean) {
  const app = fastify();
  addHealth(app, checks, isDraining);
  await app.ready();
  const answer = app.inject({ method: "GET", url: "/ready" });
  return { answer, close: () => app.close(), health: () => app.inject({ method: "GET", url: "/health" }) };
}

test("a failing store makes the server not ready, and is named; the process itself is alive", async () => {
  const checks = { postgres: async () => "1", clickhouse: () => Promise.reject(new Error("refused")) };
  const { answer, health, close } = await ready(checks);
  const { statusCode, body } = await answer;
  expect(statusCode).toBe(503);
  expect(JSON.parse(body)).toEqual({ ready: false, stores: { postgres: "ok", clickhouse: "down" } });
  expect(body).not.toContain("refused");
  expect((await health()).statusCode).toBe(200);
  await close();
});

test("a process that will stop is alive but not ready", async () => {
  const { answer, health, close } = await ready({ postgres: async () => "1" }, () => true);
  expect([(await answer).statusCode, (await health()).statusCode]).toEqual([503, 200]);
  await close();
});

test("a store that does not answer counts as down after two seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = Promise.withResolvers<void>();
  const silent: StoreCheck = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  const { answer, close } = await ready({ postgres: silent });
  const told = answer.then(({ statusCode, body }) => [statusCode, JSON.parse(body)]);
  await asked.promise;
  vi.advanceTimersByTime(2_000);
  expect(await told).toEqual([503, { ready: false, stores: { postgres: "down" } }]);
  vi.useRealTimers();
  await close();
});
