import type { FastifyInstance } from "fastify";
import { plainControl, type WebhookControl, type Webhooks } from "./webhooks.ts";

export type Outage = { isDown: boolean };

/** `/cards/control`: faults simulated by tests. Missing fields stay unchanged. */
export function controlRoutes(app: FastifyInstance, webhooks: Webhooks, outage: Outage): void {
  const state = () => ({ ...webhooks.control, down: outage.isDown, deliveries: webhooks.recent() });
  app.get("/cards/control", async () => state());
  app.post<{ Body: Partial<WebhookControl> & { down?: boolean } }>(
    "/cards/control",
    {
      schema: {
        body: {
          type: "object",
          additionalProperties: false,
          properties: {
            withhold: { type: "boolean" },
            duplicate: { type: "integer", minimum: 0, maximum: 10 },
            delayMs: { type: "integer", minimum: 0, maximum: 3_600_000 },
            reorder: { type: "boolean" },
            down: { type: "boolean" },
          },
        },
      },
    },
    async (request) => {
      const { down, ...changes } = request.body;
      Object.assign(webhooks.control, changes);
      outage.isDown = down ?? outage.isDown;
      return state();
    },
  );
  app.delete("/cards/control", async () => {
    Object.assign(webhooks.control, plainControl);
    outage.isDown = false;
    return state();
  });
}
