import type { FastifyInstance } from "fastify";
import type { Faults } from "../faults/faults.ts";
import { localeOf } from "../look/locale.ts";
import { sendPage } from "../look/page.ts";
import { openMarket, sampleRequests } from "./bid-request.ts";
import type { Exchange } from "./exchange.ts";
import { exchangePage } from "./exchange-page.ts";
import { exchangeDomain, exchangeSellers, publisherFile } from "./seller-files.ts";

export const maxRequestsPerSecond = 500;
const maxSamples = 5000;
const usualSamples = 100;
const largestSeed = 2 ** 32 - 1;

type Sample = { Querystring: { count: number; seed: number } };
type Speed = { Body: { requestsPerSecond: number } };

/** The exchange's page, live figures, speed, and samples of its requests. */
export function exchangeRoutes(app: FastifyInstance, exchange: Exchange, faults: Faults): void {
  app.get("/exchange", async (request, reply) =>
    sendPage(reply, 200, exchangePage(localeOf(request), exchange.market, exchange.state(), maxRequestsPerSecond)),
  );

  app.get("/exchange/state", async (_request, reply) =>
    reply.header("cache-control", "no-store").send(exchange.state()),
  );

  app.post<Speed>(
    "/exchange/speed",
    {
      schema: {
        body: {
          type: "object",
          required: ["requestsPerSecond"],
          properties: { requestsPerSecond: { type: "number", minimum: 0, maximum: maxRequestsPerSecond } },
        },
      },
    },
    async (request) => {
      exchange.setSpeed(request.body.requestsPerSecond);
      return exchange.state();
    },
  );

  app.get<{ Querystring: { month: string } }>(
    "/exchange/invoice",
    {
      schema: {
        querystring: {
          type: "object",
          required: ["month"],
          properties: { month: { type: "string", pattern: "^\\d{4}-\\d{2}$" } },
        },
      },
    },
    async (request, reply) =>
      faults.has("report_fails") ? reply.code(503).send() : exchange.invoice(request.query.month),
  );

  // The files of fictitious domains without DNS entries.
  app.get<{ Params: { domain: string; file: string } }>("/exchange/files/:domain/:file", async (request, reply) => {
    const { domain, file } = request.params;
    if (file === "sellers.json" && domain === exchangeDomain && !faults.has("sellers_missing"))
      return exchangeSellers();
    const text =
      file === "ads.txt" || file === "app-ads.txt" ? publisherFile(file, domain, exchange.system) : undefined;
    return text === undefined ? reply.code(404).send() : reply.type("text/plain; charset=utf-8").send(text);
  });

  app.get<Sample>(
    "/exchange/sample",
    {
      schema: {
        querystring: {
          type: "object",
          properties: {
            count: { type: "integer", minimum: 1, maximum: maxSamples, default: usualSamples },
            seed: { type: "integer", minimum: 0, maximum: largestSeed, default: 1 },
          },
        },
      },
    },
    async (request) => {
      const { count, seed } = request.query;
      return sampleRequests(openMarket(exchange.market.seed), count, seed);
    },
  );
}
