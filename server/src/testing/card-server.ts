import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";

export const testWebhookSecret = "whsec_test_secret_of_the_card_server";

type Session = { id: string; amount_total: number; currency: string; status: string; payment_status: string } & Record<
  string,
  unknown
>;

/** A card processor for tests that speaks as much of Stripe's wire protocol as the official SDK needs for a payment. */
export type CardServer = {
  /** Variables that point an installation at it. */
  env: Record<string, string>;
  /** Enters a good card at the checkout of this number. */
  pay(checkoutId: string): void;
  /** Enters a card that is refused. */
  decline(checkoutId: string, code: string): void;
  expire(checkoutId: string): void;
  /** Pays another amount than was asked. */
  payWrongly(checkoutId: string, amountMinor: number): void;
  /** What was asked for, oldest first. */
  asked: { path: string; body: URLSearchParams; idempotencyKey: string }[];
  refunds: { payment_intent: string; amount: number }[];
  /** A signed webhook about a checkout, ready to be posted. */
  event(id: string, type: string, checkoutId: string, at: Date): { body: string; signature: string };
  close(): Promise<void>;
};

export async function startCardServer(): Promise<CardServer> {
  const sessions = new Map<string, Session>();
  const madeByKey = new Map<string, unknown>();
  const asked: CardServer["asked"] = [];
  const refunds: CardServer["refunds"] = [];

  const create = (body: URLSearchParams): Session => {
    const id = `cs_test_${sessions.size + 1}_${Math.abs(hashOf(body.toString())).toString(36)}`;
    const session: Session = {
      id,
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
    const made = { payment_intent: String(body.get("payment_intent")), amount: Number(body.get("amount")) };
    refunds.push(made);
    return { id: `re_${refunds.length}`, object: "refund", status: "succeeded", ...made };
  };

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://cards").pathname.replace("/base/v1", "");
    const body = new URLSearchParams(await textOf(request));
    const idempotencyKey = String(request.headers["idempotency-key"] ?? "");
    asked.push({ path, body, idempotencyKey });
    const make = path === "/checkout/sessions" ? create : path === "/refunds" ? refund : null;
    let answer: unknown = sessions.get(path.split("/").at(-1) ?? "");
    if (make) {
      answer = madeByKey.get(idempotencyKey) ?? make(body);
      madeByKey.set(idempotencyKey, answer);
    }
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: { type: "invalid_request_error", message: "No such object" } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

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
  return {
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
    event(id, type, checkoutId, at) {
      const body = JSON.stringify({ id, object: "event", type, data: { object: sessions.get(checkoutId) } });
      const timestamp = Math.floor(at.getTime() / 1000);
      const signature = new Stripe("sk_test").webhooks.generateTestHeaderString({
        payload: body,
        secret: testWebhookSecret,
        timestamp,
      });
      return { body, signature };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
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
