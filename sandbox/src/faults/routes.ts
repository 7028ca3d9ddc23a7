import type { FastifyInstance } from "fastify";
import type { Exchange } from "../exchange/exchange.ts";
import { exchangeFaults, type Fault, type Faults, proxyFaults } from "./faults.ts";

const maxTurns = 1_000;
const clockAheadMs = 120_000;

/** Injects faults, requests bids on demand, and receives the IDs of visitors. */
export function faultRoutes(app: FastifyInstance, exchange: Exchange, faults: Faults): void {
  app.addHook("onSend", async (request, reply) => {
    if (!request.url.startsWith("/exchange/") || !faults.has("clock_ahead")) return;
    reply.header("date", new Date(Date.now() + clockAheadMs).toUTCString());
  });

  app.get("/exchange/faults", async () => ({ injected: faults.list(), known: [...proxyFaults, ...exchangeFaults] }));

  app.put<{ Body: { faults: Fault[] } }>(
    "/exchange/faults",
    {
      schema: {
        body: {
          type: "object",
          required: ["faults"],
          properties: { faults: { type: "array", items: { enum: [...proxyFaults, ...exchangeFaults] } } },
        },
      },
    },
    async ({ body }) => {
      faults.inject(body.faults);
      return { injected: faults.list() };
    },
  );

  app.post<{ Body: { count: number } }>(
    "/exchange/turns",
    {
      schema: {
        body: {
          type: "object",
          required: ["count"],
          properties: { count: { type: "integer", minimum: 1, maximum: maxTurns } },
        },
      },
    },
    async ({ body }) => {
      for (let turn = 0; turn < body.count; turn++) await exchange.turn();
      await exchange.sendNotices();
      return exchange.state();
    },
  );

  app.get("/exchange/sync", async (_request, reply) => reply.code(faults.has("sync_fails") ? 500 : 204).send());
}
