import { exchangeEndpoints as endpoints } from "@litfass/contract/supply/exchanges";
import { mount } from "@litfass/platform/http/mount";
import { runCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { createExchange, setExchangeEnabled, updateExchange } from "./change-exchange.ts";
import { listExchanges, showExchange } from "./show-exchanges.ts";

/** The exchanges that may request bids, for super_admins. */
export function exchangeRoutes(app: FastifyInstance, platform: Platform): void {
  mount(app, endpoints.listExchanges, ({ query }) => listExchanges(platform, query));
  mount(app, endpoints.showExchange, ({ params }) => showExchange(platform, params.exchange));
  mount(app, endpoints.createExchange, async (call) => {
    await runCommand(call, createExchange, call.body);
    return showExchange(platform, call.body.name);
  });
  mount(app, endpoints.updateExchange, async (call) => {
    await runCommand(call, updateExchange, { name: call.params.exchange, ...call.body });
    return showExchange(platform, call.params.exchange);
  });
  mount(app, endpoints.setExchangeEnabled, async (call) => {
    await runCommand(call, setExchangeEnabled, { name: call.params.exchange, ...call.body });
    return showExchange(platform, call.params.exchange);
  });
}
