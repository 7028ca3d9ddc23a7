import { hostname } from "node:os";
import { type Context, SpanKind as Kind, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { version } from "../installation/version.ts";
import type { Log } from "../log/log.ts";
import { samplerOf } from "./sampler.ts";
import type { Span, SpanKind, Tracer } from "./tracing.ts";

type Env = Readonly<Record<string, string | undefined>>;

const kinds: Record<SpanKind, Kind> = {
  internal: Kind.INTERNAL,
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
};
/** Longer texts, such as generated queries, are cut. */
const maxTextLength = 2_000;

/** The interval between two log entries about spans that could not be sent. */
const failureLogMs = 60_000;

/**
 * A tracer that sends spans by OTLP over HTTP. The exporter reads its address, headers and time-out itself. Spans that
 * the receiver does not take are lost, which is logged at most once a minute.
 */
export function openTelemetry(env: Env, service: string, log: Pick<Log, "warn">): Tracer {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler((error) => {
    if (performance.now() - loggedAtMs < failureLogMs) return;
    loggedAtMs = performance.now();
    log.warn({ err: error }, "traces could not be sent");
  });
  const delayMs = Number(env.OTEL_BSP_SCHEDULE_DELAY);
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    ...(delayMs > 0 && { scheduledDelayMillis: delayMs }),
  });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          "service.name": service,
          "service.version": version,
          "service.instance.id": `${hostname()}-${process.pid}`,
        }),
      )
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override the above.
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(env),
    spanLimits: { attributeValueLengthLimit: maxTextLength },
    spanProcessors: [processor],
  });
  const source = provider.getTracer("litfass", version);
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new W3CTraceContextPropagator();

  const parentOf = (continues: Parameters<Tracer["start"]>[1]): Context => {
    if (continues?.continues) {
      return propagator.extract(ROOT_CONTEXT, continues.continues, {
        get: (headers, name) => headers[name],
        keys: (headers) => Object.keys(headers),
      });
    }
    return continues?.isRoot ? ROOT_CONTEXT : contexts.active();
  };
  return {
    start(name, options = {}) {
      const { kind = "internal", attributes } = options;
      const parent = parentOf(options);
      const span = source.startSpan(name, { kind: kinds[kind], ...(attributes && { attributes }) }, parent);
      const inside = trace.setSpan(parent, span);
      return {
        within: (run) => contexts.with(inside, run),
        set: (more) => void span.setAttributes(more),
        end(error) {
          if (error !== undefined) {
            span.setAttribute("error.type", typeOf(error));
            span.setStatus({ code: SpanStatusCode.ERROR });
          }
          span.end();
        },
      } satisfies Span;
    },
    isInside: () => trace.getSpan(contexts.active()) !== undefined,
    headers() {
      const headers: Record<string, string> = {};
      propagator.inject(contexts.active(), headers, {
        set: (into, name, value) => {
          into[name] = value;
        },
      });
      return headers;
    },
    close: () => provider.shutdown(),
  };
}

/** The code of a database or network error, else the class: never the message, which can contain values. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : error.name;
}
