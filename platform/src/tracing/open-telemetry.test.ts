import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { openTelemetry } from "./open-telemetry.ts";

test("spans that the receiver does not take are logged, once a minute", async () => {
  let rejected = 0;
  const receiver = createServer((request, response) => {
    rejected += 1;
    request.resume().on("end", () => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`);
  const logged: string[] = [];
  const log = { warn: (_fields: object, message: string) => void logged.push(message) } as never;
  const tracer = openTelemetry({ OTEL_BSP_SCHEDULE_DELAY: "10" }, "litfass-test", log);
  tracer.start("one").end();
  await vi.waitFor(() => expect(logged).toEqual(["traces could not be sent"]));
  tracer.start("two").end();
  await vi.waitFor(() => expect(rejected).toBe(2));
  await tracer.close().catch(() => {});
  expect(logged).toHaveLength(1);
  vi.unstubAllEnvs();
  receiver.close();
});
