import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Span, tracer } from "./tracing.ts";

/** Probes and collections come every few seconds and say nothing about requests. */
const untraced = new Set(["/health", "/ready", "/metrics"]);

/**
 * A span for each request by its route, never by its URL, which can contain keys. A `traceparent` of the browser, of a
 * proxy or of an ad server is continued. Without tracing there are no hooks.
 */
export function traceRequests(app: FastifyInstance): void {
  const traces = tracer();
  if (traces === null) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    if (untraced.has(route)) return done();
    const { method, headers } = request;
    const span = traces.start(`${method} ${route}`, {
      kind: "server",
      continues: headers,
      attributes: { "http.request.method": method, "http.route": route, "litfass.request_id": request.id },
    });
    spans.set(request, span);
    span.within(done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const span = spans.get(request);
    span?.set({ "http.response.status_code": reply.statusCode });
    span?.end(reply.statusCode >= 500 ? new ServerError() : undefined);
  });
}

class ServerError extends Error {
  override name = "server_error";
}
