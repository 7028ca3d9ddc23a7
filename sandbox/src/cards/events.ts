import { invalidRequest, missing } from "./card-error.ts";
import type { CardObject } from "./card-store.ts";
import { type Call, type Cards, listed, type Route } from "./cards.ts";

/** The API version of the installed official SDK. */
export const apiVersion = "2026-10-28.endive";

/** An event with an object's current state. */
export const addEvent = (
  cards: Pick<Cards, "store">,
  type: string,
  object: CardObject,
  idempotencyKey: string | null,
): CardObject =>
  cards.store.add("event", cards.store.newId("evt_"), {
    api_version: apiVersion,
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 0,
    request: { id: cards.store.newId("req_", 14), idempotency_key: idempotencyKey },
    type,
  });

const wants = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith("*") && type.startsWith(pattern.slice(0, -1)));

/** The endpoints created by the API that subscribe to an event. */
export const endpointsFor = (cards: Pick<Cards, "store">, type: string): CardObject[] =>
  cards.store
    .list("webhook_endpoint", { limit: 100 }, (one) => one.status === "enabled")
    .data.filter((one) => (one.enabled_events as string[]).some((pattern) => wants(pattern, type)));

/** The signing secret of the endpoint's deliveries; returned once, on creation. */
export const secretOf = (cards: Pick<Cards, "store">, endpointId: string): string =>
  String(cards.store.find(`secret:${endpointId}`)?.secret ?? "");

const createEndpoint = ({ cards, params }: Call) => {
  const url = params.required("url");
  if (!/^https?:\/\//.test(url)) throw invalidRequest("Invalid URL: URLs must be http or https", "url", "url_invalid");
  const enabledEvents = params.texts("enabled_events");
  if (enabledEvents.length === 0) {
    throw invalidRequest("Missing required param: enabled_events.", "enabled_events", "parameter_missing");
  }
  const description = params.text("description") ?? null;
  const metadata = params.metadata();
  const version = params.text("api_version") ?? null;
  params.refuseUnknown("connect");
  const secret = cards.store.newId("whsec_", 32);
  const endpoint = cards.store.add("webhook_endpoint", cards.store.newId("we_"), {
    api_version: version,
    application: null,
    description,
    enabled_events: enabledEvents,
    livemode: false,
    metadata,
    status: "enabled",
    url,
  });
  cards.store.add("sandbox.webhook_secret", `secret:${endpoint.id}`, { secret });
  return { ...endpoint, secret };
};

const updateEndpoint = ({ cards, params, ids }: Call): CardObject => {
  const endpoint = cards.store.get("webhook_endpoint", ids[0]!);
  const isDisabled = params.flag("disabled");
  const events = params.texts("enabled_events");
  const changed = {
    ...endpoint,
    url: params.text("url") ?? endpoint.url,
    enabled_events: events.length > 0 ? events : endpoint.enabled_events,
    description: params.text("description") ?? endpoint.description,
    metadata: params.metadata(endpoint.metadata as Record<string, string>),
    status: isDisabled === undefined ? endpoint.status : isDisabled ? "disabled" : "enabled",
  };
  params.refuseUnknown();
  cards.store.save(changed);
  return changed;
};

const removeEndpoint = ({ cards, ids }: Call) => {
  const { id } = cards.store.get("webhook_endpoint", ids[0]!);
  cards.store.remove(id);
  cards.store.remove(`secret:${id}`);
  return { id, object: "webhook_endpoint", deleted: true };
};

export const eventRoutes: Route[] = [
  [
    "GET",
    "/v1/events",
    (call) => {
      const type = call.params.text("type");
      const types = call.params.texts("types");
      const wanted = type === undefined ? types : [type];
      return listed(
        call,
        "event",
        (one) => wanted.length === 0 || wanted.some((pattern) => wants(pattern, String(one.type))),
      );
    },
  ],
  [
    "GET",
    "/v1/events/:id",
    ({ cards, ids }) => {
      const event = cards.store.find(ids[0]!);
      if (event?.object !== "event") throw missing("event", ids[0]!);
      return event;
    },
  ],
  ["POST", "/v1/webhook_endpoints", createEndpoint],
  ["GET", "/v1/webhook_endpoints", (call) => listed(call, "webhook_endpoint")],
  ["GET", "/v1/webhook_endpoints/:id", ({ cards, ids }) => cards.store.get("webhook_endpoint", ids[0]!)],
  ["POST", "/v1/webhook_endpoints/:id", updateEndpoint],
  ["DELETE", "/v1/webhook_endpoints/:id", removeEndpoint],
];
