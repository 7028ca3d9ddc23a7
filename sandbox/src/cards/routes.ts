import type { DatabaseSync } from "node:sqlite";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { localeOf } from "../look/locale.ts";
import { sendPage } from "../look/page.ts";
import { apiRoutes } from "./api-routes.ts";
import { cardStore } from "./card-store.ts";
import type { Cards } from "./cards.ts";
import { cardsPage } from "./checkout/cards-page.ts";
import { checkoutRoutes } from "./checkout/checkout-routes.ts";
import { controlRoutes, type Outage } from "./control-routes.ts";
import { addEvent } from "./events.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

export type CardOptions = {
  database: DatabaseSync;
  clock: Clock;
  sandboxUrl: string;
  webhookUrl: string;
  webhookSecret: string;
};

/** The card processor: API, hosted pages, overview and test controls. Returns the deliverer of its events. */
export function cardRoutes(app: FastifyInstance, options: CardOptions): { webhooks: Webhooks; count: () => number } {
  const { database, clock, sandboxUrl } = options;
  const store = cardStore(database, clock);
  const webhooks = createWebhooks({ database, store, clock, url: options.webhookUrl, secret: options.webhookSecret });
  const outage: Outage = { isDown: false };
  let idempotencyKey: string | null = null;
  const cards: Cards = {
    store,
    clock,
    sandboxUrl,
    emit: (type, object) => webhooks.enqueue(addEvent({ store }, type, object, idempotencyKey)),
  };
  const noteKey = (key: string | null): void => {
    idempotencyKey = key;
  };
  apiRoutes(app, { cards, database, noteKey, isDown: () => outage.isDown });
  checkoutRoutes(app, cards, webhooks);
  controlRoutes(app, webhooks, outage);
  const counter = database.prepare("select count(*) as number from card_objects where object = 'payment_intent'");
  const count = (): number => Number(counter.get()?.number);
  app.get("/cards", async (request, reply) =>
    sendPage(reply, 200, cardsPage(localeOf(request), store, webhooks.recent(), count())),
  );
  return { webhooks, count };
}
