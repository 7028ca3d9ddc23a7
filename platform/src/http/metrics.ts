import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { isPrivateAddress } from "../egress/private-address.ts";

export type HttpMetrics = { registry: Registry };

/** A registry whose every line is labeled with `process`. */
export function createRegistry(process: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  return registry;
}

/** Measured delays of the event loop include it. At 10 ms, its default, the timer takes 1% of a core at rest. */
const eventLoopTimerMs = 50;

/**
 * Adds the metrics of Node.js, once per process: its observers and its timer end only with the process. They start with the first
 * reading, so that an installation without Prometheus spends no CPU on 20 measurements a second and on each garbage collection.
 */
export function collectProcessMetrics(registry: Registry): void {
  const read = registry.metrics.bind(registry);
  registry.metrics = () => {
    registry.metrics = read;
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: eventLoopTimerMs });
    return read();
  };
}

/** Counts and times every request by route, and serves the registry at `/metrics`. */
export function addMetrics(app: FastifyInstance, registry: Registry): HttpMetrics {
  const labelNames = ["method", "route", "status"] as const;
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests by route and status",
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from request to answer",
    labelNames,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    requests.inc(labels);
    seconds.observe(labels, reply.elapsedTime / 1000);
  });
  app.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
    if (!isFromInside(request)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return { registry };
}

/** Metrics are for the private network: a proxied request comes from outside. */
const isFromInside = (request: FastifyRequest): boolean =>
  request.headers["x-forwarded-for"] === undefined && isPrivateAddress(request.ip);
