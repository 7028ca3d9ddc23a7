import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import Fastify, { type FastifyInstance } from "fastify";
import { cardRoutes } from "./cards/routes.ts";
import { type Clock, systemClock } from "./clock.ts";
import { companyRegisterRoutes } from "./company-register/routes.ts";
import type { SandboxConfig } from "./config.ts";
import { createExchange } from "./exchange/exchange.ts";
import { exchangeRoutes } from "./exchange/routes.ts";
import { nextRun } from "./exchange/runs.ts";
import { newFaults } from "./faults/faults.ts";
import { startFaultyProxy } from "./faults/faulty-proxy.ts";
import { faultRoutes } from "./faults/routes.ts";
import { figureRoutes } from "./figures/routes.ts";
import { indexPage } from "./index-page.ts";
import { localeOf } from "./look/locale.ts";
import { sendPage } from "./look/page.ts";
import { lookRoutes } from "./look/routes.ts";
import { mailStore } from "./mailbox/mail-store.ts";
import { mailboxRoutes } from "./mailbox/routes.ts";
import { startSmtp } from "./mailbox/smtp.ts";
import { rateRoutes } from "./rates/routes.ts";
import { registrationRoutes } from "./registration/xandr-routes.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { vastRoutes } from "./vast/vast-routes.ts";

export type Sandbox = {
  app: FastifyInstance;
  url: string;
  smtpPort: number;
  stop(): Promise<void>;
};

const largestBodyBytes = 2 * 1024 * 1024;
const formType = "application/x-www-form-urlencoded";

/** Pages of other origins must not control the sandbox through a visitor's browser. */
function refuseForeignPages(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const { origin, "sec-fetch-site": site } = request.headers;
    const isReading = request.method === "GET" || request.method === "HEAD";
    if (isReading || (site === undefined && origin === undefined) || site === "same-origin") return;
    if (site === undefined && origin === `${request.protocol}://${request.host}`) return;
    return reply.code(403).send({ message: "Pages of other origins may not do this" });
  });
}

/**
 * Starts the simulated services on one port, and SMTP on another. `dataDir` null keeps everything in memory. Port 0
 * uses any free one.
 */
export async function startSandbox(
  config: Omit<SandboxConfig, "dataDir"> & { dataDir: string | null },
  clock: Clock = systemClock,
): Promise<Sandbox> {
  const database = openDatabase(config.dataDir);
  const app = Fastify({ bodyLimit: largestBodyBytes, forceCloseConnections: true });
  app.addContentTypeParser(formType, { parseAs: "string" }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  refuseForeignPages(app);
  lookRoutes(app);
  const { webhooks, count } = cardRoutes(app, { ...config, database, clock });
  const mails = mailStore(database, clock);
  mailboxRoutes(app, mails, config.publicUrl);
  const grants = signInRoutes(app, { ...config, database, clock });
  figureRoutes(app, { grants, clock });
  rateRoutes(app, { clock });
  vastRoutes(app);
  companyRegisterRoutes(app, { clock });
  const { seed, adsUrl, exchangeSecret, requestsPerSecond } = config;
  const run = nextRun(database, seed);
  const faults = newFaults();
  const exchange = createExchange({
    seed,
    run,
    adsUrl,
    secret: exchangeSecret,
    requestsPerSecond,
    auction: config.auction,
    feePercent: config.feePercent,
    clock,
    faults,
  });
  exchangeRoutes(app, exchange, faults);
  faultRoutes(app, exchange, faults);
  registrationRoutes(app, { clock });
  app.get("/", async (request, reply) => {
    const figures = { impressions: exchange.state().impressions, payments: count(), mails: mails.count() };
    return sendPage(reply, 200, indexPage(localeOf(request), figures, config.publicUrl));
  });
  for (const path of ["/health", "/ready"]) app.get(path, async () => ({ status: "ok" }));
  await app.listen({ host: config.host, port: config.port });
  const smtp = await startSmtp(mails, config.host, config.smtpPort);
  const { proxyPort, host } = config;
  const proxy =
    proxyPort === null
      ? null
      : await startFaultyProxy({ host, port: proxyPort, adsUrl, secret: exchangeSecret, faults });
  webhooks.start();
  exchange.start();
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    smtpPort: smtp.port,
    async stop() {
      await app.close();
      await Promise.all([webhooks.stop(), smtp.stop(), exchange.stop(), proxy?.stop()]);
      database.close();
    },
  };
}

/** Opens the sandbox's file, or one in memory if `folder` is null. Each part creates its own tables. */
function openDatabase(folder: string | null): DatabaseSync {
  if (folder === null) return new DatabaseSync(":memory:");
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, "sandbox.sqlite"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000");
  return database;
}
