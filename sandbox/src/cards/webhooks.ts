import { createHmac } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import type { CardObject, CardStore } from "./card-store.ts";
import { endpointsFor, secretOf } from "./events.ts";

/** Delivery faults that tests can simulate. */
export type WebhookControl = {
  /** Nothing is delivered while set. */
  withhold: boolean;
  /** Additional deliveries of each event. */
  duplicate: number;
  delayMs: number;
  /** Delays events briefly and delivers them newest first. */
  reorder: boolean;
};

export const plainControl: WebhookControl = { withhold: false, duplicate: 0, delayMs: 0, reorder: false };

export type Delivery = {
  id: number;
  event_id: string;
  endpoint: string;
  attempts: number;
  due_at: number;
  state: "delivered" | "failed" | "pending";
  answer: string;
};

export type Webhooks = {
  control: WebhookControl;
  enqueue(event: CardObject): void;
  /** Sends everything that is due; a concurrent call waits and then checks again. */
  deliverDue(): Promise<void>;
  recent(): Delivery[];
  start(): void;
  stop(): Promise<void>;
};

export type WebhookOptions = {
  database: DatabaseSync;
  store: CardStore;
  clock: Clock;
  /** The product's own endpoint, which exists without the API. */
  url: string;
  secret: string;
};

/** The name of the product's endpoint among the deliveries. */
const productEndpoint = "product";
const firstPauseMs = 1000;
const longestPauseMs = 5 * 60_000;
const maxAttempts = 50;
const timeoutMs = 10_000;
const reorderWindowMs = 250;
const checkEveryMs = 250;

/** `t=…,v1=…`: HMAC SHA-256 over time and body, like Stripe's. */
export const signatureOf = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;

/** Delivers events with increasing delays between attempts; pending ones survive a restart. */
export function createWebhooks({ database, store, clock, url, secret }: WebhookOptions): Webhooks {
  database.exec(`create table if not exists card_deliveries (
    id integer primary key autoincrement, event_id text not null, endpoint text not null, attempts integer not null,
    due_at integer not null, state text not null, answer text not null);
    create index if not exists card_deliveries_due on card_deliveries (state, due_at)`);
  const insert = database.prepare(
    "insert into card_deliveries (event_id, endpoint, attempts, due_at, state, answer) values (?, ?, 0, ?, 'pending', '')",
  );
  const update = database.prepare(
    "update card_deliveries set attempts = ?, due_at = ?, state = ?, answer = ? where id = ?",
  );
  const due = database.prepare(
    "select * from card_deliveries where state = 'pending' and due_at <= ? order by id limit 100",
  );
  const waiting = database.prepare("select 1 from card_deliveries where state = 'pending' limit 1");
  const recent = database.prepare("select * from card_deliveries order by id desc limit 50");
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let mayWait = true;

  const targetOf = (endpoint: string): { url: string; secret: string } | null => {
    if (endpoint === productEndpoint) return { url, secret };
    const made = store.find(endpoint);
    return made === undefined ? null : { url: String(made.url), secret: secretOf({ store }, endpoint) };
  };

  const send = async (delivery: Delivery): Promise<void> => {
    const event = store.find(delivery.event_id);
    const target = targetOf(delivery.endpoint);
    if (event === undefined || target === null) {
      update.run(delivery.attempts, delivery.due_at, "failed", "The endpoint is gone", delivery.id);
      return;
    }
    const body = JSON.stringify(event, null, 2);
    const signature = signatureOf(target.secret, body, Math.floor(clock.now().getTime() / 1000));
    const attempts = delivery.attempts + 1;
    let answer: string;
    let isDelivered = false;
    try {
      const response = await fetch(target.url, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signature,
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        redirect: "manual",
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.body?.cancel();
      isDelivered = response.ok;
      answer = String(response.status);
    } catch (error) {
      if (stopped.signal.aborted) return;
      answer = error instanceof Error ? error.message : "No answer";
    }
    if (isDelivered) {
      update.run(attempts, delivery.due_at, "delivered", answer, delivery.id);
      const told = store.find(delivery.event_id);
      if (told) store.save({ ...told, pending_webhooks: Math.max(0, Number(told.pending_webhooks) - 1) });
      return;
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs);
    const state = attempts >= maxAttempts ? "failed" : "pending";
    update.run(attempts, clock.now().getTime() + pauseMs, state, answer, delivery.id);
  };

  const round = async (): Promise<void> => {
    const batch = due.all(clock.now().getTime()) as unknown as Delivery[];
    if (webhooks.control.reorder) batch.reverse();
    for (const delivery of batch) {
      if (stopped.signal.aborted || webhooks.control.withhold) return;
      await send(delivery);
    }
    mayWait = waiting.get() !== undefined;
  };

  const webhooks: Webhooks = {
    control: { ...plainControl },
    enqueue(event) {
      const { duplicate, delayMs, reorder } = webhooks.control;
      const dueAt = clock.now().getTime() + delayMs + (reorder ? reorderWindowMs : 0);
      const endpoints = [productEndpoint, ...endpointsFor({ store }, String(event.type)).map(({ id }) => id)];
      for (const endpoint of endpoints) for (let at = 0; at <= duplicate; at++) insert.run(event.id, endpoint, dueAt);
      mayWait = true;
      store.save({ ...event, pending_webhooks: endpoints.length });
    },
    async deliverDue() {
      await running;
      if (stopped.signal.aborted || webhooks.control.withhold) return;
      running ??= round().finally(() => {
        running = null;
      });
      await running;
    },
    recent: () => recent.all() as unknown as Delivery[],
    start() {
      timer = setInterval(() => {
        if (mayWait) void webhooks.deliverDue();
      }, checkEveryMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
  return webhooks;
}
