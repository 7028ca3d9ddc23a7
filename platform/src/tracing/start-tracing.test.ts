import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { startTracing } from "./start-tracing.ts";
import { inPartSpan, inSpan, traceHeaders, tracer } from "./tracing.ts";

let loads = 0;
vi.mock("./open-telemetry.ts", () => {
  loads += 1;
  return { openTelemetry: () => ({ close: async () => {} }) };
});
beforeEach(() => {
  loads = 0;
});

const log = { info: () => {}, warn: () => {} } as never;
const endpoint = "http://127.0.0.1:4318";

test("OpenTelemetry is not loaded unless a receiver is set", async () => {
  const off = [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "true" },
  ];
  for (const env of off) {
    const stop = await startTracing(env, "litfass-test", log);
    expect(tracer()).toBeNull();
    await stop();
  }
  expect(loads).toBe(0);
  const stop = await startTracing({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint }, "litfass-test", log);
  expect(loads).toBe(1);
  expect(tracer()).not.toBeNull();
  await stop();
  expect(tracer()).toBeNull();
});

test("while tracing is off, work runs as it is and calls carry no headers", async () => {
  expect(await inSpan("work", {}, async () => 7)).toBe(7);
  expect(await inPartSpan("part", {}, async () => 8)).toBe(8);
  expect(traceHeaders()).toEqual({});
});

test("only two files import OpenTelemetry, both loaded on demand", () => {
  const folder = path.resolve(import.meta.dirname, "..");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const importing = files.filter((file) =>
    /from "@opentelemetry\//.test(readFileSync(path.join(folder, file), "utf8")),
  );
  expect(importing.map((file) => path.basename(file)).sort()).toEqual([
    "open-telemetry.ts",
    "sampler.test.ts",
    "sampler.ts",
  ]);
});
