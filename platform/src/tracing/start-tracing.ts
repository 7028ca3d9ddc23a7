import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log/log.ts";
import { setTracer } from "./tracing.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** A receiver that does not answer must not delay the end of a process. */
const closingMs = 3_000;

/** Whether the standard variables name a receiver of traces. */
export const isTracingOn = (env: Env): boolean =>
  env.OTEL_SDK_DISABLED?.toLowerCase() !== "true" &&
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);

/**
 * Starts tracing if the environment asks for it, before the stores are opened; returns a function that sends what is
 * waiting and stops. OpenTelemetry is loaded only then: most installations have no receiver.
 */
export async function startTracing(
  env: Env,
  service: string,
  log: Pick<Log, "info" | "warn">,
): Promise<() => Promise<void>> {
  if (!isTracingOn(env)) return async () => {};
  const { openTelemetry } = await import("./open-telemetry.ts");
  const tracer = openTelemetry(env, service, log);
  setTracer(tracer);
  log.info({ service }, "traces are sent");
  return async () => {
    setTracer(null);
    const sent = tracer
      .close()
      .catch((error: unknown) => log.warn({ err: error }, "the last traces could not be sent"));
    await Promise.race([sent, pause(closingMs, undefined, { ref: false })]);
  };
}
