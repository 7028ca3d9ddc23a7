import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ApiObject, CardError, type CardStore, missingObject } from "./card-store.ts";
import { type Nested, readFormBody } from "./form-body.ts";
import type { Payments } from "./payments.ts";

type Answer = ApiObject | { object: "list"; url: string; has_more: boolean; data: ApiObject[] };
type Act = (body: Nested, request: FastifyRequest) => Answer;

/** Fields named in `expand[]` that hold an id become the object itself, one level deep. */
function expanded(store: CardStore, object: ApiObject, fields: string[]): ApiObject {
  const copy: ApiObject = structuredClone(object);
  delete copy.sandbox_lines;
  for (const field of fields) {
    const id = copy[field];
    const found = typeof id === "string" ? store.find(id) : null;
    if (found) copy[field] = structuredClone(found);
  }
  return copy;
}

const expandOf = (body: Nested): string[] => {
  const value = body.expand;
  if (typeof value === "string") return [value];
  return typeof value === "object"
    ? Object.values(value).filter((each): each is string => typeof each === "string")
    : [];
};

/** The card processor's API under /v1, as the official SDK speaks it. */
export function cardApiRoutes(app: FastifyInstance, store: CardStore, payments: Payments, secretKey: string): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) => {
    done(null, readFormBody(String(body)));
  });

  const run = (request: FastifyRequest, reply: FastifyReply, act: Act): FastifyReply => {
    const body = (
      request.method === "GET" ? readFormBody(request.url.split("?")[1] ?? "") : (request.body ?? {})
    ) as Nested;
    reply.header("request-id", store.newId("req"));
    const key = request.method === "POST" ? request.headers["idempotency-key"] : undefined;
    const hash = createHash("sha256")
      .update(request.url + JSON.stringify(body))
      .digest("hex");
    try {
      if (request.headers.authorization !== `Bearer ${secretKey}`) {
        throw new CardError(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
      }
      if (typeof key === "string") {
        const kept = store.keptAnswer(key);
        if (kept && kept.hash !== hash) {
          throw new CardError(400, {
            type: "idempotency_error",
            message:
              "Keys for idempotent requests can only be used with the same parameters they were first used with.",
          });
        }
        if (kept) return reply.header("idempotent-replayed", "true").code(kept.status).send(kept.body);
      }
      const answer = act(body, request);
      const fields = expandOf(body);
      const shown =
        answer.object === "list" && "data" in answer ? answer : expanded(store, answer as ApiObject, fields);
      if (typeof key === "string") store.keepAnswer(key, { hash, status: 200, body: shown });
      return reply.send(shown);
    } catch (error) {
      if (!(error instanceof CardError)) throw error;
      // As with Stripe, an answer about the card is kept for the key, one about the request is not.
      if (typeof key === "string" && error.status === 402)
        store.keepAnswer(key, { hash, status: 402, body: error.body });
      return reply.code(error.status).send(error.body);
    }
  };
  const id = (request: FastifyRequest): string => (request.params as { id: string }).id;
  const post = (path: string, act: Act) => app.post(`/stripe/v1${path}`, (request, reply) => run(request, reply, act));
  const get = (path: string, act: Act) => app.get(`/stripe/v1${path}`, (request, reply) => run(request, reply, act));
  const listOf = (path: string, object: string, matches: (each: ApiObject, query: Nested) => boolean = () => true) =>
    get(path, (query) => {
      const limit = Math.min(100, Math.max(1, Number(query.limit ?? 10) || 10));
      const all = store.list(object).filter((each) => matches(each, query));
      const after =
        typeof query.starting_after === "string" ? all.findIndex((each) => each.id === query.starting_after) + 1 : 0;
      const data = all.slice(after, after + limit).map((each) => expanded(store, each, []));
      return { object: "list", url: `/stripe/v1${path}`, has_more: after + limit < all.length, data };
    });
  const read = (path: string, object: string) =>
    get(`${path}/:id`, (_body, request) => {
      const found = store.find(id(request));
      if (found?.object !== object) throw missingObject(object, id(request));
      return found;
    });

  post("/customers", (body) => payments.createCustomer(body));
  post("/customers/:id", (body, request) => {
    const customer = payments.get("customer", id(request));
    for (const field of ["email", "name"]) if (typeof body[field] === "string") customer[field] = body[field];
    return store.put(customer);
  });
  read("/customers", "customer");
  listOf("/customers", "customer", (each, query) => !query.email || each.email === query.email);

  post("/checkout/sessions", (body) => payments.createSession(body));
  post("/checkout/sessions/:id/expire", (_body, request) =>
    payments.expireSession(payments.get("checkout.session", id(request))),
  );
  read("/checkout/sessions", "checkout.session");
  listOf(
    "/checkout/sessions",
    "checkout.session",
    (each, query) => !query.payment_intent || each.payment_intent === query.payment_intent,
  );

  post("/payment_intents", (body) => payments.createIntent(body));
  post("/payment_intents/:id/confirm", (body, request) =>
    payments.confirmIntent(payments.get("payment_intent", id(request)), body),
  );
  post("/payment_intents/:id/cancel", (_body, request) =>
    payments.cancelIntent(payments.get("payment_intent", id(request))),
  );
  read("/payment_intents", "payment_intent");
  listOf("/payment_intents", "payment_intent", (each, query) => !query.customer || each.customer === query.customer);

  post("/refunds", (body) => payments.refund(body));
  read("/refunds", "refund");
  listOf("/refunds", "refund", (each, query) => !query.payment_intent || each.payment_intent === query.payment_intent);
  read("/charges", "charge");
  listOf("/charges", "charge", (each, query) => !query.payment_intent || each.payment_intent === query.payment_intent);
  read("/events", "event");
  listOf("/events", "event", (each, query) => !query.type || each.type === query.type);
}
