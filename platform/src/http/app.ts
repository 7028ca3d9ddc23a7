import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import { identityEndpoints } from "@litfass/contract/identity/identity";
import { type FastifyInstance, fastify } from "fastify";
import type { Registry } from "prom-client";
import { z } from "zod";
import { pingClickHouse } from "../clickhouse/clickhouse.ts";
import type { CommandServices } from "../command/command.ts";
import type { Execute } from "../command/execute.ts";
import { addJobMetrics } from "../jobs/job-metrics.ts";
import type { Platform } from "../platform.ts";
import { pingPostgres } from "../postgres/connection-sql.ts";
import { addReplicaMetrics } from "../postgres/replica-metrics.ts";
import { notFound } from "../problem.ts";
import { surviveAcceptErrors } from "../process/accept-errors.ts";
import { connectRedis } from "../redis/redis.ts";
import { traceRequests } from "../tracing/trace-requests.ts";
import { createAntiForgery } from "./anti-forgery.ts";
import { limitBodyTime } from "./body-time.ts";
import { createCallLimits } from "./call-limits.ts";
import { createSessionCookies } from "./cookies.ts";
import { answerError, contractValidator, nulProblem } from "./errors.ts";
import { addHealth } from "./health.ts";
import { addMetrics } from "./metrics.ts";
import { mountPublic } from "./mount.ts";
import { nulPath } from "./nul.ts";
import { addOpenApi } from "./openapi/openapi.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import type { Authenticate } from "./signed-in.ts";

export type HttpOptions = {
  authenticate: Authenticate;
  execute: Execute<CommandServices>;
  registry: Registry;
  version: string;
  /** Whether this process will stop: proxies and kept-alive clients should go to another one. */
  isDraining?: () => boolean;
};

const maxBodyBytes = 2 * 1024 * 1024;
/** Idle connections are closed after this time; streams of live figures send heartbeats more often. */
const silentMs = 120_000;
/**
 * After this number of requests a connection is closed, which bounds requests from clients that do not read
 * responses.
 */
const maxRequestsPerSocket = 1_000;
/** No call waits for Redis: a late answer is as useful. */
const redisAnswerMs = 5_000;

/**
 * The HTTP server for modules to mount their endpoints: errors, languages, sessions, anti-forgery, limits, headers,
 * metrics, health and the API's document. Mount modules first, then `addWebApp`.
 */
export async function createHttp(platform: Platform, options: HttpOptions): Promise<FastifyInstance> {
  const { config, random } = platform;
  const app = fastify({
    loggerInstance: platform.log,
    genReqId: () => random.id(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: maxBodyBytes,
    // Allows for half a gigabyte of video over a slow connection; other bodies have less time.
    requestTimeout: 900_000,
    connectionTimeout: silentMs,
    maxRequestsPerSocket,
    forceCloseConnections: "idle",
    // A call on an open connection is answered as long as the process can.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
  }) as unknown as FastifyInstance;

  const secure = config.publicUrl.startsWith("https://");
  const antiForgery = createAntiForgery({
    keys: config.secrets.session,
    random,
    publicUrl: config.publicUrl,
    secure,
  });
  const redis = config.redisUrl ? await connectRedis(config.redisUrl, { answerMs: redisAnswerMs }) : undefined;
  app.addHook("onClose", async () => redis?.close());
  app.addHook("onListen", async () => surviveAcceptErrors(app.server, platform.log));
  traceRequests(app);
  app.decorate("services", {
    platform,
    authenticate: options.authenticate,
    execute: options.execute,
    antiForgery,
    cookies: createSessionCookies({ secure, antiForgery }),
    limits: createCallLimits(config.requestsPerMinute, redis),
    metrics: { registry: options.registry },
  });
  app.decorateRequest("signedIn", undefined);
  app.setErrorHandler(answerError);
  app.setValidatorCompiler<z.ZodType>(contractValidator);
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data) =>
        JSON.stringify(z.encode(schema, data)),
  );
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (options.isDraining?.()) reply.header("connection", "close");
  });
  app.addHook("preValidation", async (request) => {
    if (nulPath(request.params) !== null) throw notFound();
    const field = nulPath(request.query);
    if (field !== null) throw nulProblem(field);
  });
  limitBodyTime(app);
  addSecurityHeaders(app, config);
  await app.register(cookie);
  await app.register(multipart);
  addMetrics(app, options.registry);
  addJobMetrics(options.registry, platform.db);
  addReplicaMetrics(options.registry, platform.reports);
  const stores = {
    postgres: () => pingPostgres(platform.db),
    clickhouse: () => pingClickHouse(platform.clickhouse),
  };
  addHealth(app, stores, options.isDraining);
  await addOpenApi(app, options.version);
  mountPublic(app, identityEndpoints.issueCsrfToken, async ({ request, reply }) => {
    antiForgery.issue(reply, app.services.cookies.read(request));
  });
  return app;
}
