import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import createApp from "fastify";
import { cardApiRoutes } from "./cards/api-routes.ts";
import { openCardStore } from "./cards/card-store.ts";
import { checkoutPages } from "./cards/checkout-page.ts";
import { createPayments } from "./cards/payments.ts";
import { createWebhooks } from "./cards/webhooks.ts";
import { createExchange } from "./exchange/exchange.ts";
import { exchangeRoutes } from "./exchange/routes.ts";
import { homeRoutes } from "./home.ts";
import { openMailbox } from "./mailbox/mailbox.ts";
import { mailboxRoutes } from "./mailbox/routes.ts";

export type SandboxOptions = {
  port: number;
  smtpPort: number;
  seed: number;
  requestsPerSecond: number;
  dataDir: string;
  publicUrl: string;
  adsUrl: string;
  sandboxUrl: string;
  webhookUrl?: string | undefined;
  webhookSecret: string;
  secretKey: string;
};

const publicFolder = path.resolve(import.meta.dirname, "../public");
const types: Record<string, string> = { css: "text/css", js: "text/javascript", svg: "image/svg+xml" };

/** Starts the stand-ins for the outside world: exchange, card processor and mailbox, on one port of this machine. */
export async function startSandbox(options: SandboxOptions) {
  const folder = path.join(options.dataDir, "sandbox");
  const mailbox = await openMailbox(path.join(folder, "mailbox.json"), options.smtpPort);
  const store = openCardStore(path.join(folder, "cards.json"));
  const webhooks = createWebhooks(
    store,
    options.webhookUrl ?? `${options.publicUrl}/stripe/webhook`,
    options.webhookSecret,
  );
  const payments = createPayments(store, webhooks, options.sandboxUrl);
  const exchange = createExchange({
    adsUrl: options.adsUrl,
    seed: options.seed,
    requestsPerSecond: options.requestsPerSecond,
  });

  const app = createApp({ bodyLimit: 1024 * 1024, forceCloseConnections: true });
  for (const file of ["sandbox.css", "exchange.js", "checkout.js", "mark.svg"]) {
    const body = readFileSync(path.join(publicFolder, file));
    app.get(`/${file}`, async (_request, reply) =>
      reply.header("content-type", `${types[file.split(".").pop() as string]}; charset=utf-8`).send(body),
    );
  }
  for (const alive of ["/health", "/ready"]) app.get(alive, async () => ({ status: "ok" }));
  cardApiRoutes(app, store, payments, options.secretKey);
  app.get("/cards/control", async () => webhooks.control);
  app.post("/cards/control", async (request) => Object.assign(webhooks.control, request.body));
  checkoutPages(app, store, payments, options.publicUrl);
  exchangeRoutes(app, exchange, options.publicUrl);
  mailboxRoutes(app, mailbox, options.publicUrl);
  homeRoutes(app, exchange, mailbox, options.publicUrl);

  await app.listen({ host: "127.0.0.1", port: options.port });
  exchange.start();
  return {
    port: (app.server.address() as AddressInfo).port,
    smtpPort: mailbox.port,
    exchange,
    async stop(): Promise<void> {
      exchange.stop();
      webhooks.stop();
      store.flush();
      await app.close();
      await mailbox.close();
    },
  };
}
