import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

export const testWebhookSecret = "whsec_test_secret_of_the_card_server";

type Session = { id: string; amount_total: number; currency: string; status: string; payment_status: string } & Record<
  string,
  unknown
>;

/** A card processor for tests that implements as much of Stripe's API as the official SDK needs for a payment. */
export type CardServer = {
  /** Variables that configure an installation to use it. */
  env: Record<string, string>;
  /** Enters a good card at the checkout of this number. */
  pay(checkoutId: string): void;
  /** Enters a card that is declined. */
  decline(checkoutId: string, code: string): void;
  expire(checkoutId: string): void;
  /** Pays a different amount than requested. */
  payWrongly(checkoutId: string, amountMinor: number): void;
  /** Received requests, oldest first. */
  asked: { path: string; body: URLSearchParams; idempotencyKey: string }[];
  refunds: { id: string; payment_intent: string; amount: number }[];
  /** Its clock; the real time by default. */
  now: () => Date;
  /** Refunds fail while this is set. */
  refusesRefunds: boolean;
  /** Checkouts fail with this code while it is set. */
  refusesCheckouts: string | null;
  /** Every call returns 503 while this is set. */
  isDown: boolean;
  /** A signed webhook about a checkout, ready to post. */
  event(id: string, type: string, about: string | object, at: Date): { body: string; signature: string };
  /** The signature header of a body. */
  sign(body: string, at: Date): string;
  close(): Promise<void>;
};

export async function startCardServer(): Promise<CardServer> {
  const sessions = new Map<string, Session>();
  const madeByKey = new Map<string, unknown>();
  const asked: CardServer["asked"] = [];
  const refunds: CardServer["refunds"] = [];

  const seconds = (): number => Math.floor(server.now().getTime() / 1000);
  const create = (body: URLSearchParams): Session => {
    const id = `cs_test_${sessions.size + 1}_${Math.abs(hashOf(body.toString())).toString(36)}`;
    const session: Session = {
      id,
      created: seconds(),
      object: "checkout.session",
      url: `https://cards.example/pay/${id}`,
      amount_total: totalOf(body),
      currency: String(body.get("line_items[0][price_data][currency]")),
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      client_reference_id: body.get("client_reference_id"),
      metadata: { payment: body.get("metadata[payment]") },
    };
    sessions.set(id, session);
    return session;
  };
  const refund = (body: URLSearchParams) => {
    const made = {
      id: `re_${refunds.length + 1}`,
      payment_intent: String(body.get("payment_intent")),
      amount: Number(body.get("amount")),
      created: seconds(),
      currency: [...sessions.values()].find(({ id }) => `pi_of_${id}` === body.get("payment_intent"))?.currency,
      metadata: { refund: body.get("metadata[refund]") },
    };
    refunds.push(made);
    return { object: "refund", status: "succeeded", ...made };
  };
  const intents = (): object[] =>
    [...sessions.values()]
      .filter(({ payment_status }) => payment_status === "paid")
      .map((session) => ({
        id: `pi_of_${session.id}`,
        object: "payment_intent",
        status: "succeeded",
        created: session.created,
        amount_received: session.amount_total,
        currency: session.currency,
        metadata: session.metadata,
      }));
  const lists: Record<string, () => object[]> = {
    "/checkout/sessions": () => [...sessions.values()],
    "/payment_intents": intents,
    "/refunds": () => refunds.map((each) => ({ object: "refund", status: "succeeded", ...each })),
  };
  /** A list as Stripe pages it, newest first. */
  const list = (path: string, query: URLSearchParams): object | undefined => {
    const rows = lists[path]?.().reverse() as { id: string; created: number; payment_intent?: unknown }[] | undefined;
    if (!rows) return undefined;
    const since = Number(query.get("created[gte]") ?? 0);
    const intent = query.get("payment_intent");
    const matching = rows.filter((row) => row.created >= since && (intent === null || row.payment_intent === intent));
    const start = matching.findIndex(({ id }) => id === query.get("starting_after")) + 1;
    const limit = Number(query.get("limit") ?? 10);
    return {
      object: "list",
      data: matching.slice(start, start + limit),
      has_more: matching.length > start + limit,
      url: path,
    };
  };

  const http = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://cards");
    const path = url.pathname.replace("/base/v1", "");
    const body = new URLSearchParams(await textOf(request));
    const idempotencyKey = String(request.headers["idempotency-key"] ?? "");
    asked.push({ path, body, idempotencyKey });
    if (server.isDown) {
      response.writeHead(503, { "content-type": "application/json", "stripe-should-retry": "false" });
      response.end(JSON.stringify({ error: { type: "api_error", message: "Out of order" } }));
      return;
    }
    if (server.refusesRefunds && request.method === "POST" && path === "/refunds") {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ error: { type: "invalid_request_error", message: "The card account is closed." } }),
      );
      return;
    }
    if (server.refusesCheckouts && request.method === "POST" && path === "/checkout/sessions") {
      response.writeHead(400, { "content-type": "application/json" });
      const error = { type: "invalid_request_error", code: server.refusesCheckouts, message: "Not with a card." };
      response.end(JSON.stringify({ error }));
      return;
    }
    const listed = request.method === "GET" ? list(path, url.searchParams) : undefined;
    const make = path === "/checkout/sessions" ? create : path === "/refunds" ? refund : null;
    let answer: unknown = listed ?? sessions.get(path.split("/").at(-1) ?? "");
    if (make && !listed) {
      answer = madeByKey.get(idempotencyKey) ?? make(body);
      madeByKey.set(idempotencyKey, answer);
    }
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: { type: "invalid_request_error", message: "No such object" } }));
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;

  const change = (id: string, changes: Partial<Session>): void => {
    const session = sessions.get(id);
    if (!session) throw new Error(`There is no checkout ${id}`);
    Object.assign(session, changes);
  };
  const paid = (id: string) => ({
    status: "complete",
    payment_status: "paid",
    payment_intent: { id: `pi_of_${id}`, object: "payment_intent", last_payment_error: null },
  });
  const server: CardServer = {
    now: () => new Date(),
    isDown: false,
    refusesRefunds: false,
    refusesCheckouts: null,
    env: {
      STRIPE_SECRET_KEY: "sk_test_of_the_card_server",
      STRIPE_WEBHOOK_SECRET: testWebhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}/base`,
    },
    asked,
    refunds,
    pay: (id) => change(id, paid(id)),
    payWrongly: (id, amount) => change(id, { ...paid(id), amount_total: amount }),
    expire: (id) => change(id, { status: "expired" }),
    decline: (id, code) =>
      change(id, {
        payment_intent: {
          id: `pi_of_${id}`,
          object: "payment_intent",
          last_payment_error: { code, decline_code: code },
        },
      }),
    event(id, type, about, at) {
      const object = typeof about === "string" ? sessions.get(about) : about;
      const body = JSON.stringify({ id, object: "event", type, data: { object } });
      return { body, signature: server.sign(body, at) };
    },
    sign: (body, at) =>
      new Stripe("sk_test").webhooks.generateTestHeaderString({
        payload: body,
        secret: testWebhookSecret,
        timestamp: Math.floor(at.getTime() / 1000),
      }),
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
  return server;
}

const hashOf = (text: string): number => [...text].reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) | 0, 7);

function totalOf(body: URLSearchParams): number {
  let total = 0;
  for (const [name, value] of body)
    if (/^line_items\[\d+\]\[price_data\]\[unit_amount\]$/.test(name)) total += Number(value);
  return total;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
