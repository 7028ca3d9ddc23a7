import type { Clock } from "../clock.ts";
import { invalidRequest } from "./card-error.ts";
import type { CardObject, CardStore } from "./card-store.ts";
import type { Params } from "./params.ts";

/** Dependencies shared by every part of the card processor. */
export type Cards = {
  store: CardStore;
  clock: Clock;
  /** The browser's URL of the hosted pages. */
  sandboxUrl: string;
  /** Records an event and queues it for every subscribed endpoint. */
  emit(type: string, object: CardObject): void;
};

export type Answer = { object: string; [field: string]: unknown };

/** One request: `ids` are the path parameters in order. */
export type Call = { cards: Cards; params: Params; ids: string[] };

/** Method, path with `:name` for parameters, and the handler. */
export type Route = [method: "DELETE" | "GET" | "POST", path: string, answer: (call: Call) => Answer];

const maxRows = 100;
const usualRows = 10;

/** A list response, newest first, with `limit`, `starting_after` and `ending_before`, and `created` bounds. */
export function listed(call: Call, object: string, matches: (entry: CardObject) => boolean = () => true): Answer {
  const { params, cards } = call;
  const limit = params.integer("limit") ?? usualRows;
  if (limit < 1 || limit > maxRows) throw invalidRequest("Invalid integer: limit must be from 1 to 100", "limit");
  const created = params.record("created");
  const bounds = {
    gt: created?.integer("gt") ?? -1,
    gte: created?.integer("gte") ?? 0,
    lt: created?.integer("lt") ?? Number.MAX_SAFE_INTEGER,
    lte: created?.integer("lte") ?? Number.MAX_SAFE_INTEGER,
  };
  const edge = (name: string): string | undefined => {
    const id = params.text(name);
    return id === undefined ? undefined : cards.store.get(object, id, name).id;
  };
  const query = { limit, startingAfter: edge("starting_after"), endingBefore: edge("ending_before") };
  params.refuseUnknown();
  const isInside = ({ created: at }: CardObject): boolean =>
    at > bounds.gt && at >= bounds.gte && at < bounds.lt && at <= bounds.lte;
  return {
    object: "list",
    ...cards.store.list(object, query, (entry) => isInside(entry) && matches(entry)),
    url: urlOf(object),
  };
}

const urlOf = (object: string): string => `/v1/${object.replace(".", "/")}s`;
