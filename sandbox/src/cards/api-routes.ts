import type { DatabaseSync } from "node:sqlite";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CardError, type CardErrorBody } from "./card-error.ts";
import type { Cards, Route } from "./cards.ts";
import { chargeRoutes } from "./charges.ts";
import { checkoutSessionRoutes } from "./checkout/checkout-sessions.ts";
import { customerRoutes } from "./customers.ts";
import { apiVersion, eventRoutes } from "./events.ts";
import { expanded } from "./expand.ts";
import { decodeForm } from "./form.ts";
import { idempotency } from "./idempotency.ts";
import { paramsOf } from "./params.ts";
import { paymentIntentRoutes } from "./payment-intents.ts";
import { paymentMethodRoutes } from "./payment-methods.ts";
import { refundRoutes } from "./refunds.ts";
import { setupIntentRoutes } from "./setup-intents.ts";

const routes: Route[] = [
  ...customerRoutes,
  ...checkoutSessionRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...refundRoutes,
  ...chargeRoutes,
  ...eventRoutes,
];

const patterns = routes.map(([method, path, answer]) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:id/g, "([^/]+)")}$`),
  answer,
}));

type Answered = { status: number; body: string };
const json = (value: unknown): string => JSON.stringify(value, null, 2);
const errorBody = (body: CardErrorBody, requestId: string): string =>
  json({ error: { ...body, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` } });

/** The key of a Bearer or Basic authorization; in the latter it is the user name. */
function keyOf(authorization: string): string {
  const [scheme, value = ""] = authorization.split(" ");
  return scheme === "Basic" ? (Buffer.from(value, "base64").toString().split(":")[0] ?? "") : value;
}

const masked = (key: string): string => `${key.slice(0, 8)}${"*".repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;

/** There is no live mode here, and restricted keys (`rk_…`) lack the permission for webhook endpoints. */
function problemOfKey(key: string, path: string): CardError | null {
  const type = "invalid_request_error";
  if (/^.k_live_/.test(key)) return new CardError(401, { type, message: `Invalid API Key provided: ${masked(key)}` });
  if (!key.startsWith("rk_") || !path.startsWith("/v1/webhook_endpoints")) return null;
  const message = `The provided key '${masked(key)}' does not have the required permissions for this endpoint. Having the 'rak_webhook_read' permission would allow this request to continue.`;
  return new CardError(403, { type, message });
}

export type ApiOptions = {
  cards: Cards;
  database: DatabaseSync;
  /** The idempotency key recorded in a request's events. */
  noteKey: (key: string | null) => void;
  /** The simulated outage of the processor. */
  isDown: () => boolean;
};

/** `/v1/…` of Stripe's API, at the root and below `/stripe`. */
export function apiRoutes(app: FastifyInstance, options: ApiOptions): void {
  const { cards, database } = options;
  const answers = idempotency(database, cards.clock);

  const execute = (method: string, path: string, form: string): Answered => {
    for (const { method: wanted, pattern, answer } of patterns) {
      const match = wanted === method ? pattern.exec(path) : null;
      if (match === null) continue;
      const params = paramsOf(decodeForm(form));
      const ids = match.slice(1).map((id) => decodeURIComponent(id));
      const made = answer({ cards, params, ids });
      return { status: 200, body: json(expanded(cards.store, made, params.texts("expand"))) };
    }
    throw new CardError(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code.`,
    });
  };

  const executeOnce = (method: string, path: string, form: string, key: string | null, requestId: string): Answered =>
    cards.store.transaction(() => {
      options.noteKey(key);
      try {
        const answered = execute(method, path, form);
        if (key !== null) answers.store(key, `${method} ${path} ${form}`, { ...answered, requestId });
        return answered;
      } catch (error) {
        if (!(error instanceof CardError)) throw error;
        const answered = { status: error.status, body: errorBody(error.body, requestId) };
        // Stripe does not store requests rejected before any effect.
        if (key !== null && error.status === 402)
          answers.store(key, `${method} ${path} ${form}`, { ...answered, requestId });
        return answered;
      } finally {
        options.noteKey(null);
      }
    });

  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [address = "", query = ""] = request.url.split("?");
    const path = address.replace(/^\/stripe/, "");
    const requestId = cards.store.newId("req_", 14);
    reply.header("request-id", requestId).header("stripe-version", request.headers["stripe-version"] ?? apiVersion);
    reply.type("application/json");
    const send = ({ status, body }: Answered): FastifyReply => reply.code(status).send(body);
    const fail = (error: CardError): FastifyReply =>
      send({ status: error.status, body: errorBody(error.body, requestId) });
    if (options.isDown())
      return fail(new CardError(503, { type: "api_error", message: "The service is unavailable." }));
    if (!/^(Bearer .+|Basic .+)/.test(request.headers.authorization ?? "")) {
      const message =
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
      return fail(new CardError(401, { type: "invalid_request_error", message }));
    }
    const keyProblem = problemOfKey(keyOf(request.headers.authorization ?? ""), path);
    if (keyProblem) return fail(keyProblem);
    const { method } = request;
    const form = method === "POST" ? String(request.body ?? "") : query;
    const header = request.headers["idempotency-key"];
    const key = method === "POST" && typeof header === "string" && header !== "" ? header : null;
    if (key !== null) {
      reply.header("idempotency-key", key);
      try {
        const before = answers.find(key, `${method} ${path} ${form}`);
        if (before !== undefined) {
          reply.header("idempotent-replayed", "true").header("original-request", before.requestId);
          return send(before);
        }
      } catch (error) {
        if (error instanceof CardError) return fail(error);
        throw error;
      }
    }
    return send(executeOnce(method, path, form, key, requestId));
  };

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    for (const url of ["/v1/*", "/v2/*", "/stripe/*"]) {
      scope.route({ method: ["GET", "POST", "DELETE"], url, handler: respond });
    }
  });
}
