import { randomBytes } from "node:crypto";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createShipper } from "@litfass/events/index";
import { createEgress } from "@litfass/platform/egress/egress";
import { systemRandom } from "@litfass/platform/random";
import { startTracing } from "@litfass/platform/tracing/start-tracing";
import { startReceiver } from "@litfass/platform/tracing/testing-receiver";
import { inSpan } from "@litfass/platform/tracing/tracing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Stack, startStack } from "../testing/stack.ts";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let stopTracing: () => Promise<void>;
let stack: Stack;

beforeAll(async () => {
  receiver = await startReceiver();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url);
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "20");
  stopTracing = await startTracing(process.env, "litfass-test", { info: () => {}, warn: console.warn } as never);
  stack = await startStack();
});
afterAll(async () => {
  await stack.close();
  await stopTracing();
  await receiver.close();
  vi.unstubAllEnvs();
});

/** The first span of a trace with this name, once it has arrived. */
const spanOf = (traceId: string, name: string | RegExp) =>
  vi.waitFor(
    () => {
      const found = receiver.spans.find((span) => span.traceId === traceId && span.name.match(name));
      if (!found) throw new Error(`no span ${name}`);
      return found;
    },
    { timeout: 5_000 },
  );
const newTraceId = () => randomBytes(16).toString("hex");

test("one trace goes from the browser's request through the command to SQL, without values", async () => {
  const traceId = newTraceId();
  const parent = "00f067aa0ba902b7";
  const customer = await stack.signIn("customer");
  const sent = { city: "Secretville" };
  const traceparent = `00-${traceId}-${parent}-01`;
  const { status } = await customer.put(`/users/${customer.uid}?note=hidden-note`, sent, { traceparent });
  expect(status).toBe(200);
  const received = await spanOf(traceId, /^PUT /);
  expect(received).toMatchObject({
    service: "litfass-test",
    parentSpanId: parent,
    attributes: { "http.request.method": "PUT", "http.response.status_code": status },
  });
  expect(received.attributes["http.route"]).toMatch(/^\/api\/v1\/users\/:/);
  const command = await spanOf(traceId, /^command users\./);
  expect(command.parentSpanId).toBe(received.spanId);
  const update = await spanOf(traceId, /^postgresql UPDATE$/);
  expect(update.parentSpanId).toBe(command.spanId);
  expect(update.attributes["db.query.text"]).toMatch(/^update "users" set .*\$1/);
  for (const value of ["Secretville", "hidden-note", String(customer.uid), "@test.example"])
    expect(receiver.text()).not.toContain(value);
});

test("a shipped batch of an ad server is one trace up to the API's query, and an own one", async () => {
  await stack.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = stack.app.server.address() as AddressInfo;
  const shipper = createShipper({
    journal: {
      process: "delivery-test",
      seal: async () => {},
      sealedSegments: () => [{ firstSequence: 1, events: 1 }],
      readSegment: async () => Buffer.from("unreadable"),
      markShipped: async () => {},
      setSegmentAside: async () => {},
    } as never,
    apiUrl: `http://127.0.0.1:${port}`,
    secret: stack.platform.config.secrets.internal[0],
    random: systemRandom,
    log: { error: () => {}, warn: () => {}, info: () => {} } as never,
  });
  await shipper.ship();
  const shipped = await vi.waitFor(() => {
    const found = receiver.spans.find(({ name }) => name === "ship events");
    if (!found) throw new Error("no span");
    return found;
  });
  expect(shipped.parentSpanId).toBe("");
  const intake = await spanOf(shipped.traceId, "POST /internal/events");
  expect(intake.parentSpanId).toBe(shipped.spanId);
  expect((await spanOf(shipped.traceId, /^postgresql SELECT$/)).parentSpanId).toBe(intake.spanId);
});

test("an outgoing call is a span by its host, and gets no header of the trace", async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.traceparent as string | undefined);
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const egress = createEgress({ privateHosts: ["127.0.0.1"] });
  await inSpan("calling", { isRoot: true }, () => egress(`http://127.0.0.1:${port}/path?key=k-secret`));
  server.close();
  const call = await vi.waitFor(() => {
    const found = receiver.spans.find(({ name }) => name === "GET 127.0.0.1");
    if (!found) throw new Error("no span");
    return found;
  });
  expect(call.attributes).toMatchObject({ "server.address": "127.0.0.1" });
  expect(seen).toEqual([undefined]);
  expect(receiver.text()).not.toContain("k-secret");
});

test("a request whose body arrives late is one trace, too", async () => {
  const traceId = newTraceId();
  const { port } = stack.app.server.address() as AddressInfo;
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, "content-type": "application/json" };
  const path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k";
  await new Promise<void>((resolve, reject) => {
    const late = request({ port, method: "POST", path, headers }, (response) => response.resume().on("end", resolve));
    late.once("error", reject);
    late.flushHeaders();
    setTimeout(() => late.end(JSON.stringify({ email: "late@example.com", password: "not-the-password" })), 100);
  });
  const received = await spanOf(traceId, /^POST /);
  expect((await spanOf(traceId, /^postgresql SELECT/)).parentSpanId).toBe(received.spanId);
});

test("a statement of ClickHouse is a span without its values", async () => {
  const query = "SELECT 471600471600 AS n, 'hidden text' AS text";
  await inSpan("reading", { isRoot: true }, () => stack.platform.clickhouse.query({ query }));
  const statement = await vi.waitFor(() => {
    const found = receiver.spans.find(({ name }) => name === "clickhouse SELECT");
    if (!found) throw new Error("no span");
    return found;
  });
  expect(statement.attributes["db.query.text"]).toBe("SELECT ? AS n, ? AS text");
  for (const value of ["471600471600", "hidden text"]) expect(receiver.text()).not.toContain(value);
});

test("a failure is recorded by its type, never by its message; queries without a trace begin none", async () => {
  const failing = inSpan("failing", { isRoot: true }, () => Promise.reject(new TypeError("a secret value")));
  await expect(failing).rejects.toThrow();
  await stack.platform.db.execute("select 1 as lonely");
  await inSpan("later", { isRoot: true }, () => stack.platform.db.execute("select 471500471500 as inside"));
  const failed = await vi.waitFor(() => {
    const found = receiver.spans.find(({ name }) => name === "failing");
    if (!found || !receiver.spans.some(({ name }) => name === "later")) throw new Error("no span");
    return found;
  });
  expect(failed).toMatchObject({ status: 2, attributes: { "error.type": "TypeError" } });
  expect(receiver.text()).not.toContain("secret value");
  expect(receiver.text()).not.toContain("lonely");
  expect(receiver.text()).toContain("select ? as inside");
});
